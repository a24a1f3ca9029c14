/** How many columns a text takes, and where it may be cut: between what a person sees as characters. */
import stringWidth from 'string-width'

/**
 * Characters that are one unit long, one column wide and join with no neighbour of this class: letters of Latin, Greek and
 * Cyrillic, punctuation, arrows, what frames and gauges are drawn of. Nearly every row is made of them alone, and measuring
 * the others loads tables for all of Unicode.
 */
const PLAIN =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0481\u2010-\u2027\u2030-\u205e\u2190-\u2193\u2200-\u22ff\u2500-\u259f\u25b8\u25c6\u25cf\u2610\u2611\u2714\u2718\u2800-\u28ff]*$/

const segmenter = new Intl.Segmenter()

export const textWidth = (text: string): number => (PLAIN.test(text) ? text.length : stringWidth(text))

export const graphemes = (text: string): string[] =>
  PLAIN.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment)

/** The longest beginning that fits, and the rest. A character wider than the room goes first all the same. */
export const splitAtWidth = (text: string, columns: number): readonly [string, string] => {
  if (PLAIN.test(text)) return [text.slice(0, Math.max(1, columns)), text.slice(Math.max(1, columns))]
  let used = 0
  let index = 0
  for (const { segment } of segmenter.segment(text)) {
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
