/** Breaks rows to a width: between words where one can, inside a word that is longer than the screen. */
import type { Row, Span, Tone } from './row.ts'
import { splitAtWidth, textWidth } from './width.ts'

export type Wrapping = {
  readonly columns: number
  /** In front of the first row. */
  readonly first?: Row
  /** In front of the others; absent: as many spaces as `first` is wide. */
  readonly rest?: Row
}

export const rowWidth = (spans: Row): number => spans.reduce((sum, { text }) => sum + textWidth(text), 0)

export const wrapRow = (spans: Row, { columns, first = [], rest }: Wrapping): Row[] => {
  const hang = rest ?? blank(rowWidth(first))
  const lines = new Lines(columns, first, hang)
  for (const { text, tone } of spans) for (const word of text.match(/\s+|\S+/gu) ?? []) lines.add(word, tone)
  return lines.end()
}

/** A text of several lines, all in one tone. */
export const wrapText = (text: string, tone: Tone, wrapping: Wrapping): Row[] =>
  text.split('\n').flatMap((line, index) => {
    const first = index === 0 ? wrapping.first : (wrapping.rest ?? blank(rowWidth(wrapping.first ?? [])))
    return wrapRow([{ text: line, tone }], { ...wrapping, ...(first === undefined ? {} : { first }) })
  })

const blank = (columns: number): Row => (columns === 0 ? [] : [{ text: ' '.repeat(columns), tone: 'plain' }])

class Lines {
  readonly #columns: number
  readonly #hang: Row
  readonly #rows: Row[] = []
  #current: Span[]
  #used: number
  /** Columns in front of the text of this row. */
  #prefix: number
  /** Spaces wait: at the end of a row they are dropped. */
  #gap: Span | null = null

  constructor(columns: number, first: Row, hang: Row) {
    this.#columns = Math.max(1, columns)
    this.#hang = hang
    this.#current = [...first]
    this.#prefix = rowWidth(first)
    this.#used = this.#prefix
  }

  add(word: string, tone: Tone): void {
    if (/^\s/u.test(word)) {
      this.#gap = { text: word, tone }
      return
    }
    const gapWidth = this.#gap === null ? 0 : textWidth(this.#gap.text)
    const width = textWidth(word)
    if (this.#used + gapWidth + width <= this.#columns) {
      if (this.#gap !== null) this.#push(this.#gap.text, this.#gap.tone)
      this.#gap = null
      this.#push(word, tone)
      return
    }
    this.#gap = null
    if (this.#used > this.#prefix) this.#break()
    this.#hardSplit(word, tone)
  }

  end(): Row[] {
    // Leading spaces of a line that holds nothing else are worth as little as trailing ones.
    this.#rows.push(this.#current)
    return this.#rows
  }

  #hardSplit(word: string, tone: Tone): void {
    let left = word
    while (left !== '') {
      const room = this.#columns - this.#used
      if (room <= 0 && this.#used > this.#prefix) this.#break()
      const [head, tail] = splitAtWidth(left, Math.max(1, this.#columns - this.#used))
      this.#push(head, tone)
      left = tail
      if (left !== '') this.#break()
    }
  }

  #push(text: string, tone: Tone): void {
    const last = this.#current.at(-1)
    if (last !== undefined && last.tone === tone)
      this.#current[this.#current.length - 1] = { text: last.text + text, tone }
    else this.#current.push({ text, tone })
    this.#used += textWidth(text)
  }

  #break(): void {
    this.#rows.push(this.#current)
    this.#current = [...this.#hang]
    this.#prefix = rowWidth(this.#hang)
    this.#used = this.#prefix
  }
}

/** Cuts a row to the width, with `…` where something is missing. */
export const fitRow = (spans: Row, columns: number): Row => {
  if (rowWidth(spans) <= columns) return spans
  const kept: Span[] = []
  let room = columns - 1
  for (const { text, tone } of spans) {
    const width = textWidth(text)
    if (width <= room) kept.push({ text, tone })
    else if (room > 0) kept.push({ text: splitAtWidth(text, room)[0], tone })
    room -= width
    if (room <= 0) break
  }
  return [...kept, { text: '…', tone: 'dim' }]
}
