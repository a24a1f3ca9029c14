import { BlobId, type HistoryItem, ItemId, type RecallTarget } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { recall } from './recall.ts'

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

const kept = {
  items: () => [output('i1', 'head … tail', blobId), output('i2', 'quay.ts was read'), output('i3', 'the last')],
  blob: async (id: string) => (id === blobId ? new TextEncoder().encode(whole) : null),
}

const textOf = async (target: RecallTarget, page = 1): Promise<string> => {
  const found = await recall(kept, { target, page })
  return found.ok ? found.value.text : `refused: ${found.error}`
}

test('every line of an output that was cut is found by search, and read by its pages', {
  timeout: 60_000,
}, async () => {
  for (let line = 1; line <= LINES; line += 997)
    expect(await textOf({ kind: 'search', text: `line ${line} of the` })).toContain(
      `i1 line ${line}: line ${line} of the tide table`,
    )
  let read = ''
  for (let page: number | null = 1; page !== null; ) {
    const found = await recall(kept, { target: { kind: 'id', id: blobId }, page })
    if (!found.ok) throw new Error(found.error)
    read += found.value.text
    page = found.value.next
  }
  expect(read).toBe(whole)
})

const answers: readonly (readonly [string, RecallTarget, RegExp])[] = [
  ['an item by its id', { kind: 'id', id: 'i2' }, /^\[i2 · tool\]\nquay\.ts was read$/],
  ['a range of items', { kind: 'id', id: 'i2-i3' }, /quay\.ts was read\n\[i3 · tool\]\nthe last$/],
  ['a range as pins write it', { kind: 'id', id: 'i2..i3' }, /quay\.ts was read\n\[i3 · tool\]\nthe last$/],
  ['what was done about a path', { kind: 'path', path: 'quay.ts' }, /^i2 tool /],
  ['an id that is not there', { kind: 'id', id: 'i99' }, /^refused: not_found$/],
  ['a range that runs backwards', { kind: 'id', id: 'i3-i2' }, /^refused: not_found$/],
  ['a blob that is not there', { kind: 'id', id: 'cd'.repeat(32) }, /^refused: not_found$/],
  ['a text that is nowhere', { kind: 'search', text: 'lighthouse' }, /^$/],
  ['a path that is nowhere', { kind: 'path', path: 'lighthouse.ts' }, /^$/],
]

test.each(answers)('%s is answered', async (_, target, expected) => {
  expect(await textOf(target)).toMatch(expected)
})

test('a page beyond the last is none', async () => {
  expect(await textOf({ kind: 'id', id: 'i2' }, 2)).toBe('refused: no_such_page')
})
