/** How many columns a text takes, and where it may be cut: between what a person sees as characters. */
import stringWidth from 'string-width'
import { PLAIN } from './plain.ts'

let segmenter: Intl.Segmenter | null = null

/** Its tables are loaded when the first text needs them. */
const segmentsOf = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

export const textWidth = (text: string): number => (PLAIN.test(text) ? text.length : stringWidth(text))

export const graphemes = (text: string): string[] =>
  PLAIN.test(text) ? text.split('') : Array.from(segmentsOf(text), ({ segment }) => segment)

/** The longest beginning that fits, and the rest. A character wider than the room goes first all the same. */
export const splitAtWidth = (text: string, columns: number): readonly [string, string] => {
  if (PLAIN.test(text)) return [text.slice(0, Math.max(1, columns)), text.slice(Math.max(1, columns))]
  let used = 0
  let index = 0
  for (const { segment } of segmentsOf(text)) {
    const width = textWidth(segment)
    if (used + width > columns && index > 0) break
    used += width
    index += segment.length
    if (used >= columns) break
  }
  return [text.slice(0, index), text.slice(index)]
}

/** With `…` at the end where something was cut. */
export const fitText = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  return columns <= 1 ? '…'.slice(0, columns) : `${splitAtWidth(text, columns - 1)[0]}…`
}
