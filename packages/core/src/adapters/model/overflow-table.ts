/**
 * How providers say that a request does not fit the window. There is no standard: each row is one spelling, gathered from
 * documentation and public issues, with a body as it was seen, so that a test proves every row. An error that no row knows
 * is not overflow; the turn machine may still take it for one when the estimate is near the window (DESIGN §8).
 */
import { OVERFLOW_ROWS, type OverflowRow } from './overflow-rows.ts'

export type ErrorSaid = {
  /** The error's code, or its type where it has no code. */
  readonly code: string
  readonly message: string
}

/** Words that look alike and mean something else: waiting helps there, compacting does not. */
const NOT_OVERFLOW = /tokens per (day|hour)|requests per|\bTP[DH]\b|\bRP[MD]\b|please wait|throttl/i

export const isOverflow = (said: ErrorSaid): boolean =>
  !NOT_OVERFLOW.test(said.message) && OVERFLOW_ROWS.some((row) => isSaidBy(row, said))

const isSaidBy = (row: OverflowRow, { code, message }: ErrorSaid): boolean =>
  'code' in row ? row.code === code : row.words.test(message)
