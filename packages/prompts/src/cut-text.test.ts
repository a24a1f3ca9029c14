import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToEnd, cutToStart } from './cut-text.ts'

test('the end or the beginning is kept, whole characters only', () => {
  expect(cutToEnd('abcdef', 3)).toBe('…def')
  expect(cutToStart('abcdef', 3)).toBe('abc…')
  expect([cutToEnd('abc', 3), cutToStart('abc', 3)]).toEqual(['abc', 'abc'])
  const family = '👨‍👩‍👧‍👦'
  expect([cutToEnd(`a${family}`, 4), cutToStart(`${family}a`, 4)]).toEqual(['…', '…'])
  expect([cutToEnd(`xx${family}b`, 12), cutToStart(`b${family}xx`, 12)]).toEqual([`…${family}b`, `b${family}…`])
  expect(cutToEnd('ab', 0)).toBe('…')
})

test('cuts are well formed, within their length, and part of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, max) => {
      const [end, start] = [cutToEnd(text, max), cutToStart(text, max)]
      return (
        end.isWellFormed() &&
        start.isWellFormed() &&
        end.length <= Math.max(max, 0) + 1 &&
        start.length <= max + 1 &&
        text.endsWith(end.replace(/^…/, '')) &&
        text.startsWith(start.replace(/…$/, ''))
      )
    }),
  )
})
