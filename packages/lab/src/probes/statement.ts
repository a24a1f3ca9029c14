/**
 * What makes a line a statement and not a pile of names: it is quoted from the source, or it reads as prose. A pile of pairs
 * wins the plain relation probe at any budget, so the primary probe counts only words on such lines. See docs/recall.md.
 */
import { keyTextsIn } from './keys.ts'
import { contentWords, isFunctionWord } from './sentences.ts'

const memo = new Map<string, readonly string[]>()
const MEMO_MAX = 200_000

/** The content words of a line that are no names and no parts of names, each once. */
export const wordsSaid = (text: string): readonly string[] => {
  const known = memo.get(text)
  if (known !== undefined) return known
  const words = contentWords(withoutNames(text)).filter((word) => word.length > 2 && !/\d/.test(word))
  if (memo.size >= MEMO_MAX) memo.clear()
  memo.set(text, words)
  return words
}

const withoutNames = (text: string): string => {
  let rest = text
  for (const key of keyTextsIn(text)) rest = rest.replaceAll(key, NAME)
  return rest
}

/** Stands for a name; itself no word. */
const NAME = ' § '

const CONTENT_WORDS_MIN = 2

/** Words of content beside the names. Not of grammar: notes of a model are telegrams, and are meant to be. */
export const isNote = (line: string): boolean => wordsSaid(line).length >= CONTENT_WORDS_MIN

/** The line with its names and content words blanked: equal frames are one template, filled many times. */
export const frameOf = (line: string): string =>
  withoutNames(line)
    .toLowerCase()
    .match(/§|[a-z0-9_'-]+/g)
    ?.map((word) => (word === '§' || isFunctionWord(word) ? word : 'w'))
    .join(' ') ?? ''

/** A frame that a text fills more often than this is a template. */
export const FRAME_USES_MAX = 5
