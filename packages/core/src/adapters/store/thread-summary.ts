/** One line of a session list, read from the head of a log: listing a thousand threads must not read a thousand files whole. */
import { stat } from 'node:fs/promises'
import { decodeRolloutLine, type RolloutLine, type ThreadId, textOfInput, textOfParts } from '@rawr/protocol'
import type { ThreadSummary } from '../../ports/thread-log.ts'
import { linesOf } from './read-log.ts'

/** The first message of the user stands behind the initial context, and that is short. */
const HEAD_LINES_MAX = 60

const FIRST_TEXT_CHARACTERS_MAX = 400

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
