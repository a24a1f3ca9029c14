import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStreamMask } from './mask-stream.ts'

const hide = (text: string): string =>
  text.replaceAll(/hunter2|-----BEGIN KEY-----[\s\S]*?-----END KEY-----/g, '[secret:1]')

const through = (pieces: readonly string[]): readonly string[] => {
  const stream = openStreamMask(hide)
  return [...pieces.map((piece) => stream.push(piece)), stream.end()]
}

test('a secret that two pieces share is masked; a whole line is told at once, the last one at the end', () => {
  expect(through(['word: hun', 'ter2\nnext ', 'line'])).toEqual(['', 'word: [secret:1]\n', '', 'next line'])
})

test('a key block waits for its last line, with what stands before it told', () => {
  const told = through(['one\n-----BEGIN KEY-----\n', 'MIIB\n', '-----END KEY-----\nafter\n'])
  expect(told).toEqual(['one\n', '', '[secret:1]\nafter\n', ''])
})

test('a line without an end is told in pieces once it is long, and nothing is lost or doubled', () => {
  const [first] = through(['a'.repeat(20_000), 'b'])
  expect(first).toHaveLength(20_000)
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'hunter2', 'hun', '\n', '\r', ' -----BEGIN K') })),
      (pieces) => {
        expect(openStreamMaskWhole(pieces)).toBe(pieces.join(''))
      },
    ),
  )
})

const openStreamMaskWhole = (pieces: readonly string[]): string => {
  const stream = openStreamMask((text) => text)
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end()
}
