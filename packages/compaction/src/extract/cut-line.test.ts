import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLine, piecesOf, sentencesOf } from './cut-line.ts'
import { keysOf } from './keys.ts'

const text = fc
  .array(
    fc.constantFrom('readNext ', 'src/a/lexer.ts:12 ', 'the ', '漢字', '😀', 'x'.repeat(50), ', ', 'MAX_DEPTH=3;'),
    { maxLength: 120 },
  )
  .map((parts) => parts.join(''))

describe('cutting lines', () => {
  it('never cuts an identifier or a character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 400 }), (line, max) => {
        const cut = cutLine(line, max)
        expect(cut.length).toBeLessThanOrEqual(Math.max(max, 1))
        expect(cut.isWellFormed()).toBe(true)
        const known = new Set(keysOf(line).map(({ key }) => key))
        expect(keysOf(cut).filter(({ key }) => !known.has(key))).toEqual([])
      }),
    )
  })

  it('marks what was cut, and leaves alone what fits', () => {
    expect(cutLine('one two three', 9)).toBe('one two …')
    expect(cutLine('one two', 9)).toBe('one two')
    expect(cutLine('x'.repeat(20), 9)).toBe('…')
  })

  it('makes pieces that hold no new identifier and lose no short one', () => {
    fc.assert(
      fc.property(text, (line) => {
        const pieces = piecesOf(line)
        const known = new Set(keysOf(line).map(({ key }) => key))
        expect(pieces.flatMap((piece) => keysOf(piece)).filter(({ key }) => !known.has(key))).toEqual([])
        expect(pieces.every((piece) => piece.length <= 240)).toBe(true)
      }),
    )
  })

  it('leaves out what has no place to be cut', () => {
    expect(piecesOf(`key: ${'A'.repeat(1_000)} end`)).toEqual(['key:', 'end'])
  })
})

describe('sentences', () => {
  const check = (name: string, given: string, expected: readonly string[]) =>
    it(name, () => {
      expect(sentencesOf(given)).toEqual(expected)
    })
  check('end at a full stop before a capital', 'Do it. Then stop. e.g. here', ['Do it.', 'Then stop. e.g. here'])
  check('end with the line', 'one\n\ntwo\n- three', ['one', 'two', '- three'])
  check('hold a letter or a figure', '---\n```\nok', ['ok'])
  check('fold white space', 'a   b\t c', ['a b c'])
})
