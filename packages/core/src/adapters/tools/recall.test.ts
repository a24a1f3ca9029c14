import { err, ok } from '@rawr/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Recalled } from '../../ports/tool-runner.ts'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeAll(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterAll(() => bench.remove())

const page = (text: string, next: number | null): Recalled =>
  ok({ text, next, start: 0, end: text.length, characters: next === null ? text.length : 90 })

const rows: readonly (readonly [string, unknown, Recalled, RegExp])[] = [
  ['the last page of an answer', { id: 'i2' }, page('quay.ts was read', null), /^quay\.ts was read$/],
  [
    'a page with more behind it',
    { id: 'i2' },
    page('quay', 2),
    /^quay\n\[page 1, characters 0 to 4 of 90; go on with page 2\]$/,
  ],
  ['an id that is not there', { id: 'i99' }, err('not_found'), /Nothing of that name/],
  ['a text that is nowhere', { search: 'lighthouse' }, page('', null), /Nothing of that name/],
  ['a page beyond the last', { id: 'i2', page: 2 }, err('no_such_page'), /There is no page 2/],
  ['nothing', {}, page('never read', null), /exactly one of id, search or path/],
  ['two questions at once', { id: 'i1', search: 'x' }, page('never read', null), /exactly one of id, search or path/],
]

test.each(rows)('%s is told to the model', async (_, given, found, expected) => {
  const archive = { items: () => [], recall: async () => found }
  expect((await bench.call('recall', given, { archive })).output).toMatch(expected)
})
