import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLine } from './records.ts'

const rows: readonly [string, string, ReturnType<typeof parseLine>][] = [
  ['one record', '{"a":1}', { records: [{ a: 1 }] }],
  ['a byte-order mark and a carriage return', '\ufeff{"a":1}\r', { records: [{ a: 1 }] }],
  ['two records glued together', '{"a":"}{"}{"b":2}', { records: [{ a: '}{' }, { b: 2 }] }],
  ['three records glued together', '{"a":1}{"b":2}{"c":3}', { records: [{ a: 1 }, { b: 2 }, { c: 3 }] }],
  ['a comment', '// from a gist', { records: [] }],
  ['nothing', '  ', { records: [] }],
  ['a torn record', '{"a":1', { records: [], skipped: 'not JSON' }],
  ['a whole and a torn record', '{"a":1}{"b', { records: [], skipped: 'not JSON' }],
  ['a number', '2', { records: [], skipped: 'not an object' }],
]

test.each(rows)('%s', (_name, line, expected) => expect(parseLine(line)).toEqual(expected))

test('records glued together come apart, whatever is in them', () => {
  const record = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
      const seams = records.filter((each) => JSON.stringify(each).includes('}{')).length
      fc.pre(seams < 10)
      expect(parseLine(records.map((each) => JSON.stringify(each)).join('')).records).toEqual(records)
    }),
  )
})
