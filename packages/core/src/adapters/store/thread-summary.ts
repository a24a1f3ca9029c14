/**
 * One line of a session list: the beginning from the head of the log, the name from a pass over its bytes. Of a log that grew
 * since an earlier look only the new part is read.
 */
import { stat } from 'node:fs/promises'
import { decodeRolloutLine, type RolloutLine, type ThreadId, textOfInput, textOfParts } from '@rawr/protocol'
import type { ThreadSummary } from '../../ports/thread-log.ts'
import { linesOf } from './read-log.ts'
import { readThreadMarks, type ThreadMarks } from './thread-changes.ts'

/** The first message of the user stands behind the initial context, and that is short. */
const HEAD_LINES_MAX = 60

const FIRST_TEXT_CHARACTERS_MAX = 400

/** What is known of one log, and of which state of its file. */
export type KnownThread = {
  readonly inode: number
  readonly size: number
  readonly modifiedMs: number
  /** Marks are known up to this byte. */
  readonly scannedTo: number
  /** `null`: it has no readable beginning. */
  readonly summary: ThreadSummary | null
}

type Log = { readonly path: string; readonly threadId: ThreadId }

/** `before` where nothing has changed since; `null`: gone or unreadable since it was listed. */
export const lookAgain = async (log: Log, before: KnownThread | undefined): Promise<KnownThread | null> => {
  try {
    const { ino: inode, size, mtimeMs: modifiedMs } = await stat(log.path)
    const state = { inode, size, modifiedMs }
    if (before !== undefined && isSame(before, state)) return before
    const grown = before?.inode === inode && before.scannedTo <= size ? before : undefined
    return { ...state, ...(await summarize(log, state, grown)) }
  } catch {
    return null
  }
}

type FileState = Pick<KnownThread, 'inode' | 'size' | 'modifiedMs'>

const isSame = (a: FileState, b: FileState): boolean =>
  a.inode === b.inode && a.size === b.size && a.modifiedMs === b.modifiedMs

type Summarized = Pick<KnownThread, 'summary' | 'scannedTo'>

const summarize = async (log: Log, file: FileState, grown: KnownThread | undefined): Promise<Summarized> => {
  const known = grown?.summary ?? null
  const beginning = known !== null && known.firstUserText !== '' ? known : await readBeginning(log.path)
  if (beginning === null) return { summary: null, scannedTo: 0 }
  const from = known === null || grown === undefined ? undefined : { marks: marksOf(known), scannedTo: grown.scannedTo }
  const { marks, scannedTo } = await readThreadMarks(log.path, from)
  const { cwd, createdAt, firstUserText } = beginning
  const updatedAt = new Date(file.modifiedMs).toISOString()
  return { scannedTo, summary: { ...log, cwd, createdAt, updatedAt, firstUserText, bytes: file.size, ...marks } }
}

const marksOf = ({ name, archived, forkedFrom }: ThreadSummary): ThreadMarks => ({ name, archived, forkedFrom })

type Beginning = Pick<ThreadSummary, 'cwd' | 'createdAt' | 'firstUserText'>

const readBeginning = async (path: string): Promise<Beginning | null> => {
  const head = await readHead(path)
  const start = head.find((line) => line.type === 'session_meta')
  if (start === undefined) return null
  const firstUserText = head.map(userText).find((text) => text !== '') ?? ''
  return {
    cwd: start.payload.cwd,
    createdAt: start.payload.timestamp,
    firstUserText: firstUserText.slice(0, FIRST_TEXT_CHARACTERS_MAX).toWellFormed(),
  }
}

const readHead = async (path: string): Promise<RolloutLine[]> => {
  const head: RolloutLine[] = []
  let count = 0
  for await (const { text } of linesOf(path)) {
    const line = decodeRolloutLine(text)
    if (line.ok) head.push(line.value)
    count += 1
    if (count >= HEAD_LINES_MAX || (line.ok && userText(line.value) !== '')) break
  }
  return head
}

const userText = (line: RolloutLine): string => {
  if (line.type === 'response_item' && line.payload.type === 'message' && line.payload.meta.origin === 'user')
    return textOfParts(line.payload.content).trim()
  if (line.type === 'queue' && line.payload.change === 'added' && line.payload.input.origin === 'user')
    return textOfInput(line.payload.input.items).trim()
  return ''
}
