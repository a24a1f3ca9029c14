import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTextFile, encodeTextFile, sniffEncoding } from './text-file.ts'

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values)

test('what can be read at all is given back byte for byte', () => {
  const start = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff])
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 40 }), (mark, rest) => {
      const given = bytes(...mark, ...rest)
      const file = decodeTextFile(given)
      if (file === null) return
      const back = encodeTextFile(file)
      expect(back.ok && [...back.value]).toEqual([...given])
    }),
    { numRuns: 2_000 },
  )
})

test('the encoding is told by mark, by validity, and by zero bytes', () => {
  const rows: readonly [Uint8Array, unknown][] = [
    [Buffer.from('grün'), { text: 'grün', encoding: 'utf-8', mark: false }],
    [Buffer.from('\uFEFFgrün'), { text: 'grün', encoding: 'utf-8', mark: true }],
    [Buffer.from('grün', 'latin1'), { text: 'grün', encoding: 'windows-1252', mark: false }],
    [bytes(0x93, 0x61, 0x94), { text: '“a”', encoding: 'windows-1252', mark: false }],
    [Buffer.from('\uFEFFgrün', 'utf16le'), { text: 'grün', encoding: 'utf-16le', mark: true }],
    [Buffer.from('\uFEFFgrün', 'utf16le').swap16(), { text: 'grün', encoding: 'utf-16be', mark: true }],
    [bytes(0x89, 0x50, 0x4e, 0x47, 0, 0), null],
    [bytes(), { text: '', encoding: 'utf-8', mark: false }],
  ]
  for (const [given, expected] of rows) expect(decodeTextFile(given)).toEqual(expected)
})

test('a character that a single-byte encoding lacks is refused by name', () => {
  expect(encodeTextFile({ text: 'ł', encoding: 'windows-1252', mark: false })).toEqual({
    ok: false,
    error: 'the file is not UTF-8 but Windows-1252, which has no character “ł”',
  })
})

test('the start of a long file tells its encoding, wherever it was cut', () => {
  const text = Buffer.from('€'.repeat(10))
  for (let cut = 0; cut <= text.length; cut += 1) expect(sniffEncoding(text.subarray(0, cut))).toBe('utf-8')
  expect(sniffEncoding(Buffer.from('\uFEFF🎈', 'utf16le').subarray(0, 4))).toBe('utf-16le')
  expect(sniffEncoding(Buffer.from('grün und', 'latin1'))).toBe('windows-1252')
  expect(sniffEncoding(bytes(1, 0))).toBe(null)
})
