/**
 * Code in colours, one line at a time: words of the language, strings, comments, numbers. It reads no grammar; where a
 * language is unknown the line stays plain, and what it gets wrong is a colour.
 */
import type { Row, Span, Tone } from './row.ts'

/** What a line leaves open for the next one. */
export type CodeState = 'code' | 'block_comment' | 'template'

export type Highlighted = { readonly row: Row; readonly state: CodeState }

type Language = {
  readonly keywords: ReadonlySet<string>
  readonly lineComment: readonly string[]
  readonly blockComment: boolean
  readonly template: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SCRIPT: Language = {
  keywords: words(
    'as async await break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null of private public readonly return static super switch this throw true try type typeof undefined var void while yield',
  ),
  lineComment: ['//'],
  blockComment: true,
  template: true,
}
const PYTHON: Language = {
  keywords: words(
    'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield',
  ),
  lineComment: ['#'],
  blockComment: false,
  template: false,
}
const SHELL: Language = {
  keywords: words('case cd do done echo elif else esac exit export fi for function if in local return set then while'),
  lineComment: ['#'],
  blockComment: false,
  template: false,
}
const CURLY: Language = {
  keywords: words(
    'as bool break case char class const continue default defer do double else enum extern false fn float for func go if impl import in int interface let long loop match mod mut new nil null package private protected pub public range return self short static struct super switch this throw trait true try type use var void while',
  ),
  lineComment: ['//'],
  blockComment: true,
  template: false,
}
const SQL: Language = {
  keywords: words(
    'and as between by create delete desc drop from group having in index inner insert into is join key left like limit not null on or order outer primary select set table union update values where AND AS BETWEEN BY CREATE DELETE DESC DROP FROM GROUP HAVING IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER OUTER PRIMARY SELECT SET TABLE UNION UPDATE VALUES WHERE',
  ),
  lineComment: ['--'],
  blockComment: true,
  template: false,
}
const CONFIG: Language = {
  keywords: words('true false null yes no on off'),
  lineComment: ['#'],
  blockComment: false,
  template: false,
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'typescript', 'javascript', 'json', 'jsonc'].map(
    (name) => [name, SCRIPT] as const,
  ),
  ...['py', 'python'].map((name) => [name, PYTHON] as const),
  ...['sh', 'bash', 'zsh', 'shell', 'console'].map((name) => [name, SHELL] as const),
  ...['c', 'cpp', 'h', 'rs', 'rust', 'go', 'java', 'kotlin', 'swift', 'cs', 'php'].map(
    (name) => [name, CURLY] as const,
  ),
  ['sql', SQL],
  ...['yaml', 'yml', 'toml', 'ini', 'env'].map((name) => [name, CONFIG] as const),
])

export const highlightLine = (line: string, language: string, state: CodeState): Highlighted => {
  if (language === 'diff' || language === 'patch') return { row: [{ text: line, tone: diffTone(line) }], state: 'code' }
  const known = LANGUAGES.get(language.toLowerCase())
  return known === undefined ? { row: [{ text: line, tone: 'plain' }], state: 'code' } : scan(line, known, state)
}

export const diffTone = (line: string): Tone => {
  if (line.startsWith('@@') || line.startsWith('*** ') || line.startsWith('+++') || line.startsWith('---'))
    return 'accent'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'plain'
}

const TOKEN = /[A-Za-z_$][\w$]*|\d[\w.]*|\s+|[^\w\s]/gu

const scan = (line: string, language: Language, before: CodeState): Highlighted => {
  const spans: Span[] = []
  let state = before
  let index = 0
  const take = (end: number, tone: Tone): void => {
    if (end > index) spans.push({ text: line.slice(index, end), tone })
    index = end
  }
  while (index < line.length) {
    if (state === 'block_comment') {
      const end = line.indexOf('*/', index)
      state = end === -1 ? state : 'code'
      take(end === -1 ? line.length : end + 2, 'comment')
    } else if (state === 'template') {
      const end = closing(line, index, '`')
      state = end === -1 ? state : 'code'
      take(end === -1 ? line.length : end, 'string')
    } else if (language.lineComment.some((mark) => line.startsWith(mark, index))) take(line.length, 'comment')
    else if (language.blockComment && line.startsWith('/*', index)) state = 'block_comment'
    else if (line[index] === '`' && language.template) {
      take(index + 1, 'string')
      state = 'template'
    } else if (line[index] === '"' || line[index] === "'") {
      const end = closing(line, index + 1, line[index] ?? '"')
      take(end === -1 ? line.length : end, 'string')
    } else {
      TOKEN.lastIndex = index
      const word = TOKEN.exec(line)?.[0] ?? line.slice(index, index + 1)
      take(index + word.length, toneOf(word, language))
    }
  }
  return { row: spans, state }
}

/** Behind the next such mark that no backslash stands before; -1 where there is none. */
const closing = (line: string, from: number, mark: string): number => {
  for (let index = from; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1
    else if (line[index] === mark) return index + 1
  }
  return -1
}

const toneOf = (word: string, { keywords }: Language): Tone => {
  if (keywords.has(word)) return 'keyword'
  return /^\d/.test(word) ? 'number' : 'plain'
}
