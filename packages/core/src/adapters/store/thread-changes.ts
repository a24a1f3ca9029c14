/** What the lines of a log say about its thread: name, archived or not, and whose fork it is. Only lines that say so are decoded. */
import { decodeRolloutLine, type ThreadChange, type ThreadId } from '@rawr/protocol'
import { textOf } from './read-log.ts'

export type ThreadMarks = {
  /** Empty: it has none. */
  readonly name: string
  readonly archived: boolean
  readonly forkedFrom: ThreadId | null
}

export const NO_MARKS: ThreadMarks = { name: '', archived: false, forkedFrom: null }

/** The type of a line stands behind its time and its position. */
const TYPE_WITHIN_BYTES = 120

const THREAD_LINE = '"type":"thread"'

export const changeIn = (line: Buffer): ThreadChange | null => {
  if (!line.subarray(0, TYPE_WITHIN_BYTES).includes(THREAD_LINE)) return null
  const decoded = decodeRolloutLine(textOf(line))
  return decoded.ok && decoded.value.type === 'thread' ? decoded.value.payload : null
}

export const marksAfter = (marks: ThreadMarks, { name, archived, forked_from }: ThreadChange): ThreadMarks => ({
  name: name ?? marks.name,
  archived: archived ?? marks.archived,
  forkedFrom: forked_from?.thread_id ?? marks.forkedFrom,
})
