/** What a law checker reports. It shares no function with the code it checks: every count and comparison here is its own. */

/** The laws of the design by number; `prefix` for what a cache can use again, `log` for the shape of the file itself. */
export type Law =
  | 'L1'
  | 'L2'
  | 'L3'
  | 'L4'
  | 'L5'
  | 'L6'
  | 'L7'
  | 'L8'
  | 'L9'
  | 'L10'
  | 'L11'
  | 'L12'
  | 'L13'
  | 'L14'
  | 'L15'
  | 'L16'
  | 'L17'
  | 'prefix'
  | 'log'

export type Breach = {
  readonly law: Law
  /** Where: `input[3]`, `messages[2]`, `line 17`. */
  readonly at: string
  readonly message: string
}

/** One sentence: which law, where, and what. */
export const breachText = ({ law, at, message }: Breach): string => `${law} ${at}: ${message}`
