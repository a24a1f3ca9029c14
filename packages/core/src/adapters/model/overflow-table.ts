/**
 * How providers say that a request does not fit the window. There is no standard: each row is one spelling, gathered from
 * documentation and public issues, with a body as it was seen, so that a test proves every row. An error that no row knows
 * is not overflow; the turn machine may still take it for one when the estimate is near the window (DESIGN §8).
 */

export type OverflowRow = {
  readonly provider: string
  /** Where the spelling is known from. */
  readonly source: string
  /** Against the error's code or type; exact. */
  readonly code?: string
  /** Against the error's words. */
  readonly pattern?: RegExp
  /** A body of this spelling. */
  readonly example: string
}

export const OVERFLOW_TABLE: readonly OverflowRow[] = [
  {
    provider: 'OpenAI',
    source: 'API reference, error codes; both APIs and the `response.failed` event',
    code: 'context_length_exceeded',
    example:
      '{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}',
  },
]

export type ErrorSaid = { readonly status?: number; readonly code: string; readonly message: string }

/** Words that look alike and mean something else: waiting helps there, compacting does not. */
const NOT_OVERFLOW = /tokens per (day|hour)|requests per|\bTPD\b|\bRPM\b|\bRPD\b/i

export const isOverflow = (said: ErrorSaid): boolean =>
  !NOT_OVERFLOW.test(said.message) && OVERFLOW_TABLE.some((row) => isSaidBy(row, said))

const isSaidBy = (row: OverflowRow, said: ErrorSaid): boolean =>
  (row.code !== undefined && row.code === said.code) || (row.pattern?.test(said.message) ?? false)
