import { type HistoryItem, ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { findText, itemText, namesPath } from './kept-text.ts'

const item: HistoryItem = {
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: 'Look at src/quay.ts.' }],
  meta: { id: ItemId.parse('i1'), at: 1, origin: 'user' },
}
const none = { items: () => [], blob: async () => null }

test('a line is found in any case, a long one by the part around the hit', () => {
  const long = `${'x'.repeat(5000)} Berth 7 ${'y'.repeat(5000)}`
  expect(findText('one\nberth 7 is free\nthree', 'Berth 7')).toEqual([{ line: 2, excerpt: 'berth 7 is free' }])
  expect(findText(long, 'berth')[0]?.excerpt).toMatch(/^…x+ Berth 7 y+…$/)
})

test('an item whose blob is gone still shows what it has', async () => {
  expect(await itemText(none, item)).toBe('Look at src/quay.ts.')
  expect(namesPath(item, 'src/quay.ts')).toBe(true)
  expect(namesPath(item, 'src/pier.ts')).toBe(false)
})
