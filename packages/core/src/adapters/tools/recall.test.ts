import { BlobId, type HistoryItem, ItemId } from '@rawr/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeAll(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterAll(() => bench.remove())

const LINES = 20_000
const whole = Array.from({ length: LINES }, (_, index) => `line ${index + 1} of the tide table`).join('\n')
const blobId = BlobId.parse('ab'.repeat(32))

const output = (id: string, text: string, blob?: BlobId): HistoryItem => ({
  type: 'function_call_output',
  call_id: `ca_${id}` as never,
  output: text,
  meta: {
    id: ItemId.parse(id),
    at: 1,
    origin: 'tool',
    ...(blob === undefined ? {} : { blob: { id: blob, bytes: whole.length, media_type: 'text/plain' } }),
  },
})

const archive = {
  items: () => [output('i1', 'head … tail', blobId), output('i2', 'quay.ts was read'), output('i3', 'the last')],
  blob: async (id: string) => (id === blobId ? new TextEncoder().encode(whole) : null),
}
const recall = async (given: unknown) => (await bench.call('recall', given, { archive })).output

test('every line of an output that was cut is found by search, and read by its pages', {
  timeout: 60_000,
}, async () => {
  for (let line = 1; line <= LINES; line += 997)
    expect(await recall({ search: `line ${line} of the` })).toContain(`i1 line ${line}: line ${line} of the tide table`)
  let read = ''
  for (let page = 1; ; page += 1) {
    const result = await bench.call('recall', { id: blobId, page }, { archive })
    if (!result.success) break
    read += result.output.replace(/\n\[page \d+, [^\]]+\]$/, '')
  }
  expect(read).toBe(whole)
})

const answers: readonly (readonly [string, unknown, RegExp])[] = [
  ['an item by its id', { id: 'i2' }, /^\[i2 · tool\]\nquay\.ts was read$/],
  ['a range of items', { id: 'i2-i3' }, /quay\.ts was read\n\[i3 · tool\]\nthe last$/],
  ['what was done about a path', { path: 'quay.ts' }, /^i2 tool /],
  ['an id that is not there', { id: 'i99' }, /Nothing of that name/],
  ['a text that is nowhere', { search: 'lighthouse' }, /Nothing of that name/],
  ['a page beyond the last', { id: 'i2', page: 2 }, /There is no page 2/],
  ['nothing', {}, /exactly one of id, search or path/],
  ['two questions at once', { id: 'i1', search: 'x' }, /exactly one of id, search or path/],
]

test.each(answers)('%s is answered', async (_, given, expected) => {
  expect(await recall(given)).toMatch(expected)
})
