import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countExactly, slicesOf } from './referee.ts'

describe('the exact count', () => {
  it('counts as the tokenizer does', async () => {
    expect(await countExactly('hello world')).toBe(2)
    expect(await countExactly('')).toBe(0)
  })

  it('takes the names of special tokens as text', async () => {
    expect(await countExactly('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('counts a run of a hundred thousand letters', async () => {
    expect(await countExactly('a'.repeat(100_000))).toBeGreaterThan(5_000)
  })

  it('counts equal slices like different ones', async () => {
    const [one, other] = ['a'.repeat(1_000), 'b'.repeat(1_000)]
    const each = (await countExactly(one)) + (await countExactly(other))
    expect(await countExactly(one + one + other + one)).toBe(each + 2 * (await countExactly(one)))
  })

  it('slices without losing, halving or reordering anything', () => {
    const piece = fc.tuple(fc.constantFrom('a', '7', ' ', '=', '漢', '😀', 'ab c'), fc.integer({ min: 1, max: 2_500 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.map(([part, times]) => part.repeat(times)).join('')
        const slices = slicesOf(text)
        expect(slices.join('')).toBe(text)
        expect(slices.every((slice) => slice.isWellFormed())).toBe(true)
      }),
      { numRuns: 50 },
    )
    expect(slicesOf('a'.repeat(2_500)).map((slice) => slice.length)).toEqual([1_000, 1_000, 500])
    expect(slicesOf('plain words here')).toEqual(['plain words here'])
  })
})
