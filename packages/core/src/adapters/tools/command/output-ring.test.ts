import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OutputRing, unfinishedBytes } from './output-ring.ts'

const ringOf = (bytesMax: number, ...pieces: readonly string[]): OutputRing => {
  const ring = new OutputRing(bytesMax)
  for (const piece of pieces) ring.push(Buffer.from(piece))
  return ring
}

test('an output that fits comes back as it was', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 10 })
  fc.assert(
    fc.property(pieces, (given) => {
      const text = given.join('')
      const ring = ringOf(Buffer.byteLength(text) + 1, ...given)
      expect(ring.text()).toBe(text)
      expect(ring.droppedBytes).toBe(0)
    }),
  )
})

test('of a longer one the start and the end are kept, never half a character, and the rest is counted', () => {
  expect(ringOf(8, 'abcdefghijklmnop').text()).toBe('abcd\n[… 8 bytes left out …]\nmnop')
  expect(ringOf(8, 'abcdef', 'ghij', 'klmnop').text()).toBe('abcd\n[… 8 bytes left out …]\nmnop')
  expect(ringOf(8, 'äöü', 'äöü').text()).toBe('äö\n[… 4 bytes left out …]\nöü')
  expect(ringOf(6, 'äöü', 'äöü').text()).toBe('ä\n[… 6 bytes left out …]\nü')
})

test('whatever the pieces, the kept text is the start and the end of the whole', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '€', '🎈'), maxLength: 30 }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 2, max: 60 }), (given, bytesMax) => {
      const whole = given.join('')
      const [head = '', tail = ''] = ringOf(bytesMax, ...given)
        .text()
        .split(/\n\[… \d+ bytes left out …\]\n/)
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
      expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(bytesMax + 1)
    }),
    { numRuns: 500 },
  )
})

test('the bytes of a character that is not all there are counted', () => {
  const rows: readonly [readonly number[], number][] = [
    [[], 0],
    [[0x61], 0],
    [[0xc3], 1],
    [[0xc3, 0xa4], 0],
    [[0xe2, 0x82], 2],
    [[0xe2, 0x82, 0xac], 0],
    [[0xf0, 0x9f, 0x8e], 3],
    [[0xf0, 0x9f, 0x8e, 0x88], 0],
    [[0x80, 0x80, 0x80, 0x80], 0],
  ]
  for (const [bytes, expected] of rows) expect(unfinishedBytes(Uint8Array.from(bytes))).toBe(expected)
})
