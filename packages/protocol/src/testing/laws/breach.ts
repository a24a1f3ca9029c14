/** What a law checker reports. It shares no function with the code it checks: every count and comparison here is its own. */

/** The laws of the design by number; `log` for the shape of the file itself. */
export type Law = 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L12' | 'log'

export type Breach = {
  readonly law: Law
  /** Where: `input[3]`, `messages[2]`, `line 17`. */
  readonly at: string
  readonly message: string
}
