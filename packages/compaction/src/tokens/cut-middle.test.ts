import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMiddle } from './cut-middle.ts'
import { estimateText } from './estimate.ts'

describe('cutting the middle', () => {
  it('leaves a text that fits as it is', () => {
    expect(cutMiddle({ text: 'short', tokensMax: 10 })).toEqual({ text: 'short', cut: false, tokensBefore: 2 })
  })

  it('keeps whole lines from both ends and says how much is missing', () => {
    const text = Array.from({ length: 500 }, (_, index) => `row ${index}`).join('\n')
    const { text: kept, cut } = cutMiddle({ text, tokensMax: 100 })
    expect(cut).toBe(true)
    expect(kept).toMatch(/^row 0\nrow 1\n.*\n… \d+ characters left out …\n.*\nrow 499$/s)
    expect(kept.split('\n').filter((line) => !/^row \d+$|characters left out/.test(line))).toEqual([])
  })

  it('never halves a character and never exceeds its budget, whatever the text', () => {
    const text = fc.array(fc.constantFrom('word ', '😀', '漢字', '\n', '\ud800', 'averylongidentifier_', '0123'), {
      maxLength: 400,
    })
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 200 }), (parts, tokensMax) => {
        const { text: kept, tokensBefore } = cutMiddle({ text: parts.join(''), tokensMax })
        expect(kept.isWellFormed()).toBe(true)
        expect(estimateText(kept, 'result')).toBeLessThanOrEqual(Math.max(tokensMax, 20))
        expect(tokensBefore).toBe(estimateText(parts.join('').toWellFormed(), 'result'))
      }),
    )
  })
})

it('cuts a text with the line ends of another system at the same places', () => {
  const text = Array.from({ length: 90 }, (_, row) => `row ${row} of the quay, with its berths`).join('\n')
  const of = (one: string): string => cutMiddle({ text: one, tokensMax: 300 }).text
  expect(of(text.replaceAll('\n', '\r\n'))).toBe(of(text))
})
