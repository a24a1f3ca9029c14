import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean.ts'

const ESC = '\u001b'

const rows: readonly [string, string][] = [
  ['plain text stays', 'plain text stays'],
  [`${ESC}[31mred${ESC}[0m`, 'red'],
  [`${ESC}]52;c;aGVsbG8=\u0007copied`, 'copied'],
  [`${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
  [`a${ESC}[2Jb${ESC}[3Jc${ESC}c`, 'abc'],
  ['bell\u0007 and back\b', 'bell␇ and back␈'],
  ['10 %\r50 %\r100 %', '100 %'],
  ['one\r\ntwo', 'one\ntwo'],
  ['a\tb', 'a    b'],
  ['exe\u202Etxt.', 'exe<U+202E>txt.'],
  ['\u009b2J', ''],
  ['half \ud83d', 'half \ufffd'],
]

test.each(rows)('%j becomes %j', (text, clean) => expect(cleanText(text)).toBe(clean))

test('whatever comes in, no control character but a newline comes out', () => {
  const controls = /(?!\n)\p{Cc}/u
  const piece = fc.oneof(fc.string(), fc.constantFrom(ESC, '\u009b', '\u0007', '\r', '\n', '[2J', ']0;t', '\\'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(controls.test(cleanText(pieces.join('')))).toBe(false)
    }),
  )
})

test('a line is one line', () => expect(cleanLine('a\n  b\tc ')).toBe('a b c'))
