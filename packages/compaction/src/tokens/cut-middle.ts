/** One oversized text becomes its beginning and its end. Never half a character, and lines stay whole where they can. */
import { estimateText, type TokenRates } from './estimate.ts'

export type MiddleCut = { readonly text: string; readonly cut: boolean; readonly tokensBefore: number }

/**
 * At most about `tokensMax` tokens of tool output: two fifths from the end, the rest from the beginning, and a line
 * between them that says how many characters are missing.
 */
export const cutMiddle = ({
  text,
  tokensMax,
  rates,
}: {
  readonly text: string
  readonly tokensMax: number
  readonly rates?: TokenRates
}): MiddleCut => {
  const whole = text.toWellFormed()
  const tokensBefore = estimateText(whole, 'result', rates)
  if (tokensBefore <= tokensMax) return { text: whole, cut: false, tokensBefore }
  // Where it is cut must not depend on the line ends of a system.
  const lines = whole.replaceAll('\r\n', '\n')
  let chars = Math.floor((lines.length * tokensMax) / tokensBefore)
  for (;;) {
    const cut = withoutMiddle(lines, chars)
    if (estimateText(cut, 'result', rates) <= tokensMax || chars === 0) return { text: cut, cut: true, tokensBefore }
    chars = Math.floor(chars * 0.9)
  }
}

const withoutMiddle = (text: string, charsKept: number): string => {
  const tailChars = Math.floor((charsKept * 2) / 5)
  const headEnd = backToBoundary(text, charsKept - tailChars)
  const tailStart = onToBoundary(text, text.length - tailChars)
  return `${text.slice(0, headEnd)}\n… ${tailStart - headEnd} characters left out …\n${text.slice(tailStart)}`
}

/** How far a cut may move to meet the end of a line. */
const LINE_REACH = 200

const backToBoundary = (text: string, index: number): number => {
  const newline = text.lastIndexOf('\n', index)
  if (newline > 0 && index - newline < LINE_REACH) return newline
  return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index
}

const onToBoundary = (text: string, index: number): number => {
  const newline = text.indexOf('\n', index)
  if (newline >= 0 && newline - index < LINE_REACH) return newline + 1
  return isLowSurrogate(text.charCodeAt(index)) ? index + 1 : index
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
