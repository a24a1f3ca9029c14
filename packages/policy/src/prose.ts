/** The prose of an agent's message, without what it quotes, and its ends: what is said last weighs most. */

/** Lower case, straight apostrophes, single blanks in a line; code and quotations left out. */
export const spoken = (message: string): string =>
  message
    .replaceAll(/^ *(```|~~~)[\s\S]*?(?:^ *\1|$(?![\s\S]))/gm, '\n')
    .replaceAll(/`[^`\n]*`/g, ' ; ')
    .replaceAll(/^ *>.*$/gm, '')
    .replaceAll(/[’‘]/g, "'")
    .toLowerCase()
    .replaceAll(/[ \t]+/g, ' ')

/** How much of the beginning is read for two sentences, and of the end for the last paragraph. */
const OPENING_CHARS_MAX = 1_000
const END_CHARS_MAX = 4_000

export type Ends = {
  /** The first two sentences. */
  readonly opening: string
  /** The last two sentences. */
  readonly closing: string
  /** The last paragraph, a list with what introduces it. */
  readonly lastParagraph: string
}

export const endsOf = (prose: string): Ends => {
  const text = prose.trim()
  const head = text.slice(0, OPENING_CHARS_MAX)
  const paragraphs = text.slice(-END_CHARS_MAX).split(/\n\s*\n/)
  const lastParagraph = paragraphs.findLast((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  return {
    opening: sentences(head).slice(0, 2).join(' '),
    closing: sentences(lastParagraph).slice(-2).join(' '),
    lastParagraph,
  }
}

const sentences = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?:])["'”)*_]*\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
