/** The composer with its caret. Only what stands around the caret is laid out: a pasted megabyte costs no more than a line. */
import { chipLabel, type Editor, isChip } from '../composer/editor.ts'
import { cleanText } from '../text/clean.ts'
import { type Row, type Span, span, type Tone } from '../text/row.ts'
import { fitText, graphemes, textWidth } from '../text/width.ts'

export type Laid = { readonly rows: readonly Row[]; readonly caret: { readonly x: number; readonly y: number } }

export type ComposerBox = { readonly columns: number; readonly rowsMax: number; readonly placeholder: string }

const PROMPT = '› '
const HANG = '  '

/** A character takes at most this many UTF-16 units on average; a window of text this long fills the box for sure. */
const UNITS_PER_COLUMN = 4

export const composerRows = (editor: Editor, { columns, rowsMax, placeholder }: ComposerBox): Laid => {
  if (editor.text === '')
    return {
      rows: [[span(PROMPT, 'accent'), span(wholeParts(placeholder, Math.max(0, columns - 3)), 'dim')]],
      caret: { x: 2, y: 0 },
    }
  const { text, caret, isStart } = windowAround(editor, columns * rowsMax * UNITS_PER_COLUMN, rowsMax)
  const sheet = new Sheet(columns)
  let units = 0
  let place = { x: 2, y: 0 }
  for (const char of graphemes(text)) {
    if (units === caret) place = sheet.place()
    units += char.length
    if (char === '\n') sheet.newline()
    else if (isChip(char)) sheet.put(fitText(chipLabel(editor, char), columns - HANG.length - 1), 'inverse')
    else sheet.put(cleanText(char), 'plain')
  }
  if (units === caret) place = sheet.place()
  const rows = sheet.rows(isStart)
  const first = Math.max(0, Math.min(place.y - rowsMax + 1 + Math.floor(rowsMax / 2), rows.length - rowsMax))
  return { rows: rows.slice(first, first + rowsMax), caret: { x: place.x, y: place.y - first } }
}

const BETWEEN_PARTS = ' · '

/** As many of its parts as have room, so that none is cut in a word; of the first alone, what there is room for. */
const wholeParts = (text: string, columns: number): string => {
  let shown = text
  while (shown.length > columns && shown.includes(BETWEEN_PARTS))
    shown = shown.slice(0, shown.lastIndexOf(BETWEEN_PARTS))
  return shown.slice(0, columns)
}

type TextWindow = { readonly text: string; readonly caret: number; readonly isStart: boolean }

const windowAround = ({ text, caret }: Editor, unitsMax: number, linesMax: number): TextWindow => {
  let start = caret
  for (let lines = 0; start > 0 && lines < linesMax; lines += 1) start = text.lastIndexOf('\n', start - 1)
  start = Math.max(start, caret - unitsMax, 0)
  if (start > 0 && text[start] === '\n') start += 1
  if (/[\udc00-\udfff]/.test(text[start] ?? '')) start += 1
  let end = caret
  for (let lines = 0; end !== -1 && lines < linesMax; lines += 1) end = text.indexOf('\n', end + 1)
  end = Math.min(end === -1 ? text.length : end, caret + unitsMax)
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1
  return { text: text.slice(start, end), caret: caret - start, isStart: start === 0 }
}

class Sheet {
  readonly #columns: number
  readonly #rows: Span[][] = [[]]
  #used = PROMPT.length

  constructor(columns: number) {
    this.#columns = Math.max(PROMPT.length + 4, columns)
  }

  /** The last column stays free for the caret. */
  place(): { x: number; y: number } {
    return { x: this.#used, y: this.#rows.length - 1 }
  }

  newline(): void {
    this.#rows.push([])
    this.#used = HANG.length
  }

  put(text: string, tone: Tone): void {
    const width = textWidth(text)
    if (this.#used + width > this.#columns - 1 && this.#used > HANG.length) this.newline()
    const last = this.#rows.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && before.tone === tone)
      last[last.length - 1] = { text: before.text + text, tone }
    else last?.push({ text, tone })
    this.#used += width
  }

  rows(isStart: boolean): Row[] {
    return this.#rows.map((spans, index) => [index === 0 && isStart ? span(PROMPT, 'accent') : span(HANG), ...spans])
  }
}
