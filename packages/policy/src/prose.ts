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

/** How much of the end is read for the last paragraph. */
const END_CHARS_MAX = 4_000

export type Ends = {
  /** The last two sentences. */
  readonly closing: string
  /** The last paragraph, a list with what introduces it. */
  readonly lastParagraph: string
}

export const endsOf = (prose: string): Ends => {
  const text = prose.trim()
  const paragraphs = text.slice(-END_CHARS_MAX).split(/\n\s*\n/)
  const lastParagraph = paragraphs.findLast((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  return {
    closing: sentencesOf(lastParagraph).slice(-2).join(' '),
    lastParagraph,
  }
}

export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?:])["'”)*_]*\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))

/** How much of a message tells its language. */
const LANGUAGE_CHARS = 1_000

const ENGLISH = /\b(?:the|is|are|and|of|to|it|this|that|with|for|now|not|i|you|all|in)\b/g

/** The commonest words of other languages in Latin script; those that English has too are left out. */
const OTHER =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|ich|wurde|jetzt|noch|eine?|les?|des|une|est|pas|je|dans|sont|et|el|los|las|una|que|está|del|il|che|è|sono|della|não|uma|foi|het|een|niet|jest|nie|się|och|är|inte)(?!\p{L})/gu

const LETTER = /\p{L}/gu
const LETTER_NOT_LATIN = /(?!\p{Script=Latin})\p{L}/gu

/** Whether prose is in a language of which neither words nor form are known here. */
export const isOtherLanguage = (prose: string): boolean => {
  const head = prose.slice(0, LANGUAGE_CHARS)
  const count = (pattern: RegExp): number => (head.match(pattern) ?? []).length
  return count(OTHER) > count(ENGLISH) || 2 * count(LETTER_NOT_LATIN) > count(LETTER)
}
