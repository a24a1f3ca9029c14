/**
 * What makes a line a statement and not a pile of names: it is quoted from the source, or it reads as prose. A pile of pairs
 * wins the plain relation probe at any budget, so the primary probe counts only words on such lines. See docs/recall.md.
 */
import { keyTextsIn } from './keys.ts'
import { contentWords, isFunctionWord } from './sentences.ts'
import { bareLine } from './source-lines.ts'

const memo = new Map<string, readonly string[]>()
const MEMO_MAX = 200_000

/** How many words of what was said of a pair must stand beside it. */
export const SAID_WORDS_MIN = 2
/** Fewer words than this in all of the source: too little was said of a pair to ask what. */
export const SAID_MIN = 4

/** The content words of a text that are no names, no parts of names and no code, each once. */
export const wordsSaid = (text: string): readonly string[] => {
  const known = memo.get(text)
  if (known !== undefined) return known
  const words = text.split('\n').flatMap((line) => contentWords(freeWords(withoutNames(line)).join(' ')))
  const said = [...new Set(words)].filter((word) => word.length > 2 && !CODE_WORDS.has(word))
  if (memo.size >= MEMO_MAX) memo.clear()
  memo.set(text, said)
  return said
}

/** Words of code that stand free like words of prose, and say nothing. */
const CODE_WORDS: ReadonlySet<string> = new Set(
  (
    'arg args async await bool char class cmd const ctx def defer elif else enum err errs export false float fmt fn func ' +
    'function impl import int interface len let map msg nil none null num obj package param params pkg pub range req res resp return ' +
    'completed pending self src static str string struct this tmp true type undefined val value var void'
  ).split(' '),
)

/** Code, JSON, and what a program logs. */
const CODE_LINE =
  /\w=\S+\s.*\w=\S|\w \+ \w|^\s*return\s|[{};([]\s*$|:=|[!=<>]=|=>|&&|\|\||^\s*(?:func|type|return|if|else|for|case|const|var|let|import|package|def|class|export|fn|pub|use)\b.*[({=:;]|^\s*"[\w.-]+":|^\s*[\w.]+\(.*\)\s*$|^\s*[\w.]+\s=\s/
/** What is prose on a line of code: comments, and literals of several words in what reports something; others are values. */
const COMMENT = /(?<![:\w])\/\/.*$|(?<=^|\s)#\s.*$|\/\*.*$/g
const LITERAL = /"[^"]*\s[^"]*"|'[^']*\s[^']*'/g
const REPORT =
  /err|fatal|fail|log|print|warn|panic|throw|raise|assert|expect|message|descr|usage|short|long|help|title/i
/** Speaks to a linter. */
const LINT_COMMENT = /\/\/\s*(?:nolint|eslint-|biome-|@ts-).*$/
const BEFORE = /^[("'`*_~[/#]+/
const BEHIND = /[)"'`*_~\].,;:!?…]+$/
const WORD = /^[a-z]+(?:['’-][a-z]+)*$/i

/** Words between blanks: parts of paths, of calls and of expressions are none. */
const freeWords = (line: string): readonly string[] => {
  const bare = bareLine(line).replace(LINT_COMMENT, '')
  const prose = CODE_LINE.test(bare) ? proseInCode(bare) : bare
  return prose
    .split(/\s+|—|–/)
    .map((word) => word.replace(BEFORE, '').replace(BEHIND, ''))
    .filter((word) => WORD.test(word))
}

const proseInCode = (line: string): string => {
  const code = line.replace(COMMENT, '')
  const literals = REPORT.test(code.replace(LITERAL, '')) ? (code.match(LITERAL) ?? []) : []
  return [...(line.match(COMMENT) ?? []), ...literals].join(' ')
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
