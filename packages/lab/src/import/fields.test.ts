import { expect, test } from 'vitest'
import { fieldsAt, isFields, listAt, numberAt, textAt, textsAt, timeAt } from './fields.ts'

const record = { text: 'a', number: 2, list: [{ a: 1 }, 'b', null], fields: { a: 1 }, nan: Number.NaN, none: null }

test('each reader gives a value of its shape, and nothing for any other', () => {
  const keys = Object.keys(record)
  expect(keys.map((key) => textAt(record, key))).toEqual(['a', undefined, undefined, undefined, undefined, undefined])
  expect(keys.map((key) => numberAt(record, key))).toEqual([undefined, 2, undefined, undefined, undefined, undefined])
  expect(keys.map((key) => listAt(record, key))).toEqual([[], [], [{ a: 1 }], [], [], []])
  expect(keys.map((key) => textsAt(record, key))).toEqual([[], [], ['b'], [], [], []])
  expect(keys.map((key) => fieldsAt(record, key))).toEqual([{}, {}, {}, { a: 1 }, {}, {}])
  expect([{}, [], null, 'x'].map(isFields)).toEqual([true, false, false, false])
})

test('a time is ISO text or milliseconds, else the one before', () => {
  const at = (t: unknown) => timeAt({ t }, 't', 7)
  expect([at('1970-01-01T00:00:01Z'), at(5.9), at('soon'), at(-1), at(null)]).toEqual([1_000, 5, 7, 7, 7])
})
