/** A home full of other threads: logs of a few lines and of any size, which take next to no room on the disk. */
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type ManyLogs = {
  readonly files: number
  /** Of each. */
  readonly bytes: number
}

/** The folder they lie in. Each begins as a thread does and then has one line that is a hole in the file. */
export const writeLogs = (home: string, { files, bytes }: ManyLogs): { readonly folder: string; clear(): void } => {
  const folder = join(home, 'sessions', '2026', '01', '01')
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < files; index += 1) writeLog(folder, index, bytes)
  // Nobody judges holes, so they go before the home is judged.
  return { folder, clear: () => rmSync(folder, { recursive: true, force: true }) }
}

const writeLog = (folder: string, index: number, bytes: number): void => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
  const begun = { id: `th_${index}`, timestamp, cwd: '/work', originator: 'rawr', cli_version: '0', source: 'test' }
  const meta = { id: 'i1', at: 0, origin: 'user' }
  const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: `Berth ${index}.` }], meta }
  const lines = [
    { timestamp, ordinal: 0, type: 'session_meta', payload: begun },
    { timestamp, ordinal: 1, type: 'response_item', payload: said },
  ]
  const name = `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-th_${index}.jsonl`
  const file = openSync(join(folder, name), 'w')
  writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  ftruncateSync(file, bytes - 1)
  writeSync(file, '\n', bytes - 1)
  closeSync(file)
}
