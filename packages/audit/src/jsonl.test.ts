import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLines, encodeLine } from './jsonl.ts'

const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

test('broken and foreign lines are skipped and counted; blank lines, CRLF and a BOM are nothing', () => {
  expect(decodeLines('\uFEFF1\r\n\n"two"\n{"torn": \n3\n4', readNumber)).toEqual({ values: [1, 3, 4], skipped: 2 })
})

test('what was encoded comes back, also with line breaks inside', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string() })), (values) => {
      const text = values.map(encodeLine).join('')
      const read = (value: unknown) => value as { text: string }
      expect(decodeLines(text, read)).toEqual({ values, skipped: 0 })
      expect(text.split('\n')).toHaveLength(values.length + 1)
    }),
  )
})
