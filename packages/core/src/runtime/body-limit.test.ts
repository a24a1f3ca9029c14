import { BlobId, type HistoryItem, ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { openBodyLimit } from './body-limit.ts'

const image = (n: number): HistoryItem => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_image', blob: { id: BlobId.parse(String(n).repeat(64)), bytes: 300_000 } }],
  meta: { id: ItemId.parse(`i${n}`), at: 1, origin: 'user' },
})

test('a refused body halves the limit, and the older images leave', () => {
  const limit = openBodyLimit({ bytesMax: 20_000_000, instructions: 'Be brief.', specs: [] })
  const items = [1, 2, 3, 4].map(image)
  expect(limit.fit(items).imagesLeftOut).toBe(0)
  limit.refused(items)
  expect(limit.bytesMax()).toBeLessThan(900_000)
  expect(limit.fit(items).imagesLeftOut).toBeGreaterThanOrEqual(2)
  expect(limit.fit(items).bytes).toBeLessThanOrEqual(limit.bytesMax())
})

test('a limit that was set is never raised', () => {
  const limit = openBodyLimit({ bytesMax: 1_000, instructions: '', specs: [] })
  limit.refused([1, 2, 3, 4].map(image))
  expect(limit.bytesMax()).toBeLessThanOrEqual(1_000)
})

test('what was taken before is taken again, unless it was larger than what is refused now', () => {
  const limit = openBodyLimit({ bytesMax: 20_000_000, instructions: '', specs: [] })
  const items = [1, 2, 3, 4].map(image)
  const [three, four] = [limit.fit(items.slice(1)).bytes, limit.fit(items).bytes]
  limit.taken(three)
  limit.refused(items)
  expect(limit.bytesMax()).toBe(three)
  limit.taken(four)
  limit.refused(items.slice(1))
  expect(limit.bytesMax()).toBe(Math.floor(three / 2))
})
