/**
 * One line of a session list: the beginning from the head of the log, the name from a pass over its bytes. What was read
 * is remembered for as long as the file does not change, so that listing a thousand threads reads each once.
 */
import { stat } from 'node:fs/promises'
import { decodeRolloutLine, type RolloutLine, type ThreadId, textOfInput, textOfParts } from '@rawr/protocol'
import type { ThreadSummary } from '../../ports/thread-log.ts'
import { linesOf } from './read-log.ts'
import { readThreadMarks } from './thread-changes.ts'

/** The first message of the user stands behind the initial context, and that is short. */
const HEAD_LINES_MAX = 60

const FIRST_TEXT_CHARACTERS_MAX = 400

export type Summarizer = (path: string, threadId: ThreadId) => Promise<ThreadSummary | null>

export const rememberSummaries = (): Summarizer => {
  const known = new Map<string, { readonly version: string; readonly summary: ThreadSummary | null }>()
  return async (path, threadId) => {
    const version = await stat(path).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => 'gone',
    )
    const before = known.get(path)
    if (before?.version === version) return before.summary
    const summary = await summarizeThread(path, threadId)
    known.set(path, { version, summary })
    return summary
  }
}

/** `null` for a file that has no readable beginning. */
export const summarizeThread = async (path: string, threadId: ThreadId): Promise<ThreadSummary | null> => {
  try {
    const { size, mtime } = await stat(path)
    const head = await readHead(path)
    const start = head.find((line) => line.type === 'session_meta')
    if (start === undefined) return null
    const firstUserText = head.map(userText).find((text) => text !== '') ?? ''
    return {
      threadId,
      path,
      cwd: start.payload.cwd,
      createdAt: start.payload.timestamp,
      updatedAt: mtime.toISOString(),
      firstUserText: firstUserText.slice(0, FIRST_TEXT_CHARACTERS_MAX).toWellFormed(),
      bytes: size,
      ...(await readThreadMarks(path)),
    }
  } catch {
    // Gone or unreadable since it was listed.
    return null
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
