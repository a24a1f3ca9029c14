import { expect, test } from 'vitest'
import { lineSource, readHead } from './read-head.ts'

const head = (lines: readonly string[]) => readHead(lineSource(lines))

test('lines: no more is read than detection needs', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `{"n":${index}}`)
  const source = lineSource(lines)
  expect((await readHead(source)).records).toHaveLength(20)
  expect(await source.next()).toBe('{"n":20}')
})

test('a document over many lines is read whole', async () => {
  expect(await head(['{', ' "a": 1', '}', ''])).toMatchObject({ records: [], document: { a: 1 } })
})

test('lines that only began like a document are lines', async () => {
  expect(await head(['{"torn":', '{"a":1}', '{"b":2}'])).toMatchObject({
    records: [{ a: 1 }, { b: 2 }],
    document: null,
  })
})

test('a text without a record is given up after a while', async () => {
  expect((await head(Array.from({ length: 1_000 }, () => 'words'))).lines).toHaveLength(200)
})
