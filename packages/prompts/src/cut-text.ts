/** Keeps the end or the beginning of a text without ever halving a character, joined emoji and accents included. */

/** Longer than any sequence that a person would call one character. */
const CHARACTER_UNITS_MAX = 64

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The last `maxChars` UTF-16 units or a little less, with `…` in front where something was cut. */
export const cutToEnd = (text: string, maxChars: number): string => {
  const whole = text.toWellFormed()
  if (whole.length <= maxChars) return whole
  const window = whole.slice(-(maxChars + CHARACTER_UNITS_MAX))
  const earliest = window.length - maxChars
  for (const { index } of characters.segment(window)) if (index >= earliest) return `…${window.slice(index)}`
  return '…'
}

/** The first `maxChars` UTF-16 units or a little less, with `…` behind where something was cut. */
export const cutToStart = (text: string, maxChars: number): string => {
  const whole = text.toWellFormed()
  if (whole.length <= maxChars) return whole
  let end = 0
  for (const { index } of characters.segment(whole.slice(0, maxChars + CHARACTER_UNITS_MAX))) {
    if (index > maxChars) break
    end = index
  }
  return `${whole.slice(0, end)}…`
}
