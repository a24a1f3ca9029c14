/**
 * How many bytes of a kind of text make a token. Tool results are dense with paths and digits, calls with JSON, prose
 * with words that are one token each. Letters outside ASCII do not follow bytes at all and are counted apart.
 */

export type TextKind = 'prose' | 'call' | 'result'

/** Bytes per token (DESIGN §7, measured on recorded sessions). */
export const BYTES_PER_TOKEN: Readonly<Record<TextKind, number>> = { prose: 4.3, call: 3.3, result: 3.4 }

/** Tokens per character outside ASCII. */
export const TOKENS_PER_CJK = 0.8
export const TOKENS_PER_EMOJI = 2
export const TOKENS_PER_OTHER = 0.45

/** A run of one repeated character beyond this length costs one token per `RUN_PER_TOKEN` characters. */
export const RUN_MIN = 4
export const RUN_PER_TOKEN = 16
