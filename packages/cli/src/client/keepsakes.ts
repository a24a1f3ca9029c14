/**
 * What a client leaves behind for the next one, in `RAWR_HOME/client`: the message being written and the messages sent, one
 * set a folder. Each running client has its own draft file, so that two do not overwrite each other's; the next one to
 * start takes over what a dead one left.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Keepsakes } from '@rawr/tui'

export type KeepsakePlace = { readonly home: string; readonly cwd: string }

const HISTORY_LINES_MAX = 500

export const openKeepsakes = ({ home, cwd }: KeepsakePlace): Keepsakes => {
  const folder = join(home, 'client')
  const key = createHash('sha256').update(cwd).digest('hex').slice(0, 16)
  const draftFile = (pid: number | string): string => join(folder, `draft-${key}-${pid}.json`)
  const historyFile = join(folder, `history-${key}.jsonl`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    takeDraft: () => {
      const left = readdirSync(folder)
        .map((name) => new RegExp(`^draft-${key}-(\\d+)\\.json$`).exec(name)?.[1])
        .filter((pid): pid is string => pid !== undefined && !isAlive(Number(pid)))
      const drafts = left.map((pid) => readOrEmpty(draftFile(pid))).filter((text) => text !== '')
      const [first = ''] = drafts
      // Kept under our name before the old one goes.
      if (first !== '') save(draftFile(process.pid), first)
      const taken = left.find((pid) => readOrEmpty(draftFile(pid)) === first)
      for (const pid of left)
        if (pid === taken || readOrEmpty(draftFile(pid)) === '') rmSync(draftFile(pid), { force: true })
      return first
    },
    saveDraft: (text) => {
      if (text === '') rmSync(draftFile(process.pid), { force: true })
      else save(draftFile(process.pid), text)
    },
    history: () =>
      readOrEmpty(historyFile)
        .split('\n')
        .slice(-HISTORY_LINES_MAX - 1)
        .flatMap((line) => textOf(line)),
    addToHistory: (text) => appendFileSync(historyFile, `${JSON.stringify(text)}\n`, { mode: 0o600 }),
  }
}

const save = (file: string, text: string): void => {
  writeFileSync(`${file}.tmp`, text, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}

const readOrEmpty = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const textOf = (line: string): string[] => {
  try {
    const text: unknown = JSON.parse(line)
    return typeof text === 'string' ? [text] : []
  } catch {
    return []
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
