/**
 * What each class of characters costs. A tokenizer splits text at the borders of words, digits, signs and blanks, so
 * counting those borders comes much closer than dividing bytes: p90 error per item .11 against .29, measured with
 * `tiktoken` o200k on 9,000 items of recorded sessions, half of them never used for fitting (docs/decisions/0007).
 */

export type TextKind = 'prose' | 'call' | 'result'

/** What the classes leave unexplained in a kind of text: JSON escapes in calls, dense output in results. */
export const KIND_FACTOR: Readonly<Record<TextKind, number>> = { prose: 1.025, call: 1, result: 1.01 }

/** Tokens for each … */
export const TOKENS_PER = {
  /** run of ASCII letters, */
  word: 1.02,
  /** border from lower to upper case inside a word, */
  hump: 0.91,
  /** letter of a word beyond six for each of its humps, */
  longLetter: 0.08,
  /** group of three digits, */
  digits: 1.32,
  /** run of signs, */
  signs: 0.6,
  /** further sign in such a run that differs from the one before, */
  sign: 0.3,
  /** run of blanks that is not a single space, */
  blanks: 1.42,
  /** character of Chinese, Japanese or Korean, */
  cjk: 0.8,
  /** emoji or other character outside the basic plane, */
  wide: 2.84,
  /** other character outside ASCII. */
  other: 0.49,
} as const

/** Letters of a word that come with its first token. */
export const LETTERS_PER_WORD = 6
