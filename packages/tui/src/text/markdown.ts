/**
 * What an agent writes, as rows: headings, lists, quotes, tables as they stand, code in its colours. Reads line by line, so
 * that a stream can be drawn before it ends and cut wherever `stableCut` allows it.
 */
import { type CodeState, highlightLine } from './highlight.ts'
import type { Row, Span, Tone } from './row.ts'
import { wrapRow } from './wrap.ts'

/** A block of code that is open where the text begins; `null` outside of one. */
export type Fence = { readonly mark: string; readonly language: string } | null

export type MarkdownPiece = { readonly text: string; readonly columns: number; readonly fence?: Fence }

const FENCE_LINE = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/

/** The fence after this line. */
export const fenceAfter = (fence: Fence, line: string): Fence => {
  const match = FENCE_LINE.exec(line)
  if (match === null) return fence
  const [, mark = '', language = ''] = match
  if (fence === null) return { mark, language }
  const closes = mark.startsWith(fence.mark) && language === ''
  return closes ? null : fence
}

export const renderMarkdown = ({ text, columns, fence = null }: MarkdownPiece): Row[] => {
  let open: Fence = fence
  let code: CodeState = 'code'
  return text.split('\n').flatMap((line) => {
    const after = fenceAfter(open, line)
    if (after !== open) {
      open = after
      code = 'code'
      return after === null || after.language === '' ? [] : [[{ text: `  ${after.language}`, tone: 'dim' as const }]]
    }
    if (open === null) return proseRows(line, columns)
    const highlighted = highlightLine(line, open.language, code)
    code = highlighted.state
    return wrapRow(highlighted.row, { columns, first: CODE_EDGE, rest: CODE_EDGE })
  })
}

const CODE_EDGE: Row = [{ text: '  ', tone: 'dim' }]

const proseRows = (line: string, columns: number): Row[] => {
  const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line)
  if (heading !== null) return wrapRow(inline(heading[1] ?? '', 'heading'), { columns })
  if (/^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(line))
    return [[{ text: '─'.repeat(Math.min(columns, RULE_COLUMNS_MAX)), tone: 'dim' }]]
  const quote = /^\s{0,3}>\s?(.*)$/.exec(line)
  if (quote !== null) return wrapRow(inline(quote[1] ?? '', 'italic'), { columns, first: QUOTE, rest: QUOTE })
  const bullet = /^(\s*)[-*+]\s+(.*)$/.exec(line)
  if (bullet !== null) return listRows({ indent: bullet[1] ?? '', mark: '•', text: bullet[2] ?? '', columns })
  const counted = /^(\s*)(\d{1,9}[.)])\s+(.*)$/.exec(line)
  if (counted !== null)
    return listRows({ indent: counted[1] ?? '', mark: counted[2] ?? '', text: counted[3] ?? '', columns })
  return wrapRow(inline(line, 'plain'), { columns })
}

const RULE_COLUMNS_MAX = 40

const QUOTE: Row = [{ text: '│ ', tone: 'dim' }]

type ListLine = { readonly indent: string; readonly mark: string; readonly text: string; readonly columns: number }

const listRows = ({ indent, mark, text, columns }: ListLine): Row[] => {
  const task = /^\[([ xX])\]\s+(.*)$/.exec(text)
  const box = task === null ? mark : task[1] === ' ' ? '☐' : '☑'
  return wrapRow(inline(task?.[2] ?? text, 'plain'), { columns, first: [{ text: `${indent}${box} `, tone: 'accent' }] })
}

const INLINE = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|__(.+?)__|(?<![\w*])\*([^\s*][^*]*?)\*(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)/gu

const inline = (text: string, tone: Tone): Span[] => {
  const spans: Span[] = []
  let index = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > index) spans.push({ text: text.slice(index, match.index), tone })
    const [whole, , code, bold, strong, italic, label, target] = match
    if (code !== undefined) spans.push({ text: code, tone: 'code' })
    else if (bold !== undefined || strong !== undefined) spans.push({ text: bold ?? strong ?? '', tone: 'bold' })
    else if (italic !== undefined) spans.push({ text: italic, tone: 'italic' })
    else spans.push({ text: label ?? '', tone: 'link' }, { text: label === target ? '' : ` (${target})`, tone: 'dim' })
    index = match.index + whole.length
  }
  if (index < text.length) spans.push({ text: text.slice(index), tone })
  return spans.filter((each) => each.text !== '')
}
