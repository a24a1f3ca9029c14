import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legalArguments, legalCacheKey, legalCallId, legalName, legalText } from './legal-text.ts'

test('arguments are a JSON object, and stay byte for byte where they already are one', () => {
  const check = (text: string, expected: string) => expect(legalArguments(text)).toBe(expected)
  check('{"a": 1}', '{"a": 1}')
  check('', '{}')
  check('  ', '{}')
  check('{"a": tr', '{"unparsed":"{\\"a\\": tr"}')
  check('[1]', '{"unparsed":"[1]"}')
  check('null', '{"unparsed":"null"}')
  check('{"a":"\\ud83d\\ude00"}', '{"a":"😀"}')
  check('{"a":"\\ud83d"}', '{"a":"\ufffd"}')
  check('{"a":"\ud83d"}', '{"a":"\ufffd"}')
  check('{"a":"\\\\\\\\ud83d \\\\\\\\\\ud83d"}', '{"a":"\\\\\\\\ud83d \\\\\\\\\ufffd"}')
  check('{"\\udc00":{"b":["\\ud83d"]}}', '{"\ufffd":{"b":["\ufffd"]}}')
})

test('whatever a model wrote, the arguments are an object of valid text under a strict parser', () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `${text}\ud800`),
    fc.json(),
  )
  fc.assert(
    fc.property(any, (text) => {
      const legal = legalArguments(text)
      const value: unknown = JSON.parse(legal)
      return legal.isWellFormed() && typeof value === 'object' && value !== null && !Array.isArray(value)
    }),
  )
})

test('names and ids become what the API accepts, and different ids stay different', () => {
  expect(legalName('mcp.files/read file')).toBe('mcp_files_read_file')
  expect(legalName('')).toBe('unnamed')
  expect(legalName('x'.repeat(80))).toMatch(/^x{47}_[0-9a-f]{16}$/)
  expect(legalCallId('toolu_01:a.b-c')).toBe('toolu_01:a.b-c')
  expect(legalCallId('call one')).not.toBe(legalCallId('call_one'))
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ minLength: 1, maxLength: 200 }),
      (a, b) => {
        const [x, y] = [legalCallId(a), legalCallId(b)]
        return /^[\w.:-]{1,64}$/.test(x) && (a === b) === (x === y)
      },
    ),
  )
})

test('half characters are replaced and a long cache key is shortened', () => {
  expect(legalText('a\ud800b😀')).toBe('a\ufffdb😀')
  expect(legalCacheKey('th_1')).toBe('th_1')
  expect(legalCacheKey('t'.repeat(200))).toHaveLength(64)
})
