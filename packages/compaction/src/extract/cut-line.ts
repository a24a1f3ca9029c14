/** Lines and sentences of a bearable length. A cut never falls inside an identifier: half a name is an invented one. */

/** No line of ours is longer. */
export const LINE_CHARS_MAX = 400

/** A quoted piece; several fit on one line. */
const PIECE_CHARS_MAX = 240

/** How many pieces of one long line are worth having. */
const PIECES_MAX = 6

/** At most `max` characters, cut where an identifier ends, with `…` behind where something was cut. */
export const cutLine = (text: string, max: number = LINE_CHARS_MAX): string => {
  if (text.length <= max) return text
  const end = lastBorder(text, max - 2)
  return end === 0 ? '…' : `${text.slice(0, end).trimEnd()} …`
}

/** A long line as pieces that end at borders, the first few. What is longer without a border is left out. */
export const piecesOf = (line: string): readonly string[] => {
  if (line.length <= PIECE_CHARS_MAX) return [line]
  const pieces: string[] = []
  let rest = line
  while (rest !== '' && pieces.length < PIECES_MAX) {
    const end = rest.length <= PIECE_CHARS_MAX ? rest.length : lastBorder(rest, PIECE_CHARS_MAX)
    if (end > 0) pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end === 0 ? nextBorder(rest, PIECE_CHARS_MAX) : end)
  }
  return pieces.filter((piece) => piece !== '')
}

/** Prose as sentences and lines, white space folded. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/\n+|(?<=[.!?…])\s+(?=[\p{Lu}`"'([*])/u)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(piecesOf)

const INSIDE = /[\p{L}\p{N}\p{M}_$@~./\\:#-]/u

/** The largest index ≤ `max` that lies between two characters of which one ends an identifier; 0 where there is none. */
const lastBorder = (text: string, max: number): number => {
  for (let index = max; index > 0; index -= 1) if (isBorder(text, index)) return index
  return 0
}

const nextBorder = (text: string, from: number): number => {
  for (let index = from; index < text.length; index += 1) if (isBorder(text, index)) return index
  return text.length
}

const isBorder = (text: string, index: number): boolean =>
  !isLowSurrogate(text.charCodeAt(index)) && !(INSIDE.test(text[index - 1] ?? ' ') && INSIDE.test(text[index] ?? ' '))

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
