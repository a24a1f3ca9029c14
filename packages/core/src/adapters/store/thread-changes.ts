/** What the whole of a log says about its thread: name, archived or not, and whose fork it is. Only lines that say so are decoded. */
import { decodeRolloutLine, type ThreadChange, type ThreadId } from '@rawr/protocol'
import { byteLinesOf, textOf } from './read-log.ts'

export type ThreadMarks = {
  /** Empty: it has none. */
  readonly name: string
  readonly archived: boolean
  readonly forkedFrom: ThreadId | null
}

/** The type of a line stands behind its time and its position. */
const TYPE_WITHIN_BYTES = 120

const THREAD_LINE = '"type":"thread"'

const NO_MARKS: ThreadMarks = { name: '', archived: false, forkedFrom: null }

export type MarksUpTo = {
  readonly marks: ThreadMarks /** The byte behind the last whole line. */
  readonly scannedTo: number
}

/** A log only grows, so what an earlier pass found holds and the next one begins where that ended. */
export const readThreadMarks = async (
  path: string,
  from: MarksUpTo = { marks: NO_MARKS, scannedTo: 0 },
): Promise<MarksUpTo> => {
  let { marks, scannedTo } = from
  for await (const { bytes, isTorn } of byteLinesOf(path, scannedTo)) {
    if (!isTorn) scannedTo += bytes.byteLength + 1
    if (!bytes.subarray(0, TYPE_WITHIN_BYTES).includes(THREAD_LINE)) continue
    const line = decodeRolloutLine(textOf(bytes))
    if (line.ok && line.value.type === 'thread') marks = marksAfter(marks, line.value.payload)
  }
  return { marks, scannedTo }
}

export const marksAfter = (marks: ThreadMarks, { name, archived, forked_from }: ThreadChange): ThreadMarks => ({
  name: name ?? marks.name,
  archived: archived ?? marks.archived,
  forkedFrom: forked_from?.thread_id ?? marks.forkedFrom,
})
