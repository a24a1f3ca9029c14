import { BlobId, type HistoryItem, ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { fitBytes, withoutImages } from './body-bytes.ts'

const meta = (n: number) => ({ id: ItemId.parse(`i${n}`), at: 1, origin: 'user' as const })
const image = (n: number, bytes: number): HistoryItem => ({
  type: 'message',
  role: 'user',
  content: [
    { type: 'input_text', text: `picture ${n}` },
    { type: 'input_image', blob: { id: BlobId.parse(n.toString(16).padStart(64, '0')), bytes } },
  ],
  meta: meta(n),
})
const many = (count: number, bytes: number) => Array.from({ length: count }, (_, n) => image(n + 1, bytes))
const isKept = (item: HistoryItem) => JSON.stringify(item).includes('input_image')

test('what fits is sent as it is', () => {
  const items = many(3, 1_000)
  const fitted = fitBytes(items, { bytesMax: 100_000, staticBytes: 10 })
  expect(fitted.items).toBe(items)
  expect(fitted.imagesLeftOut).toBe(0)
  expect(fitted.bytes).toBeGreaterThan(3 * 1_334)
})

test('the oldest images leave first, and each item but the images stays', () => {
  const { items, bytes, imagesLeftOut } = fitBytes(many(60, 1_600_000), { bytesMax: 20_000_000, staticBytes: 0 })
  expect(bytes).toBeLessThanOrEqual(20_000_000)
  expect(items.findIndex(isKept)).toBe(imagesLeftOut)
  expect(items.slice(imagesLeftOut).every(isKept)).toBe(true)
  expect(JSON.stringify(items)).toContain('picture 1"')
})

test('the start of the request stays the same over several new images: room is made for more than one', () => {
  const left = Array.from(
    { length: 60 },
    (_, n) => fitBytes(many(n + 1, 1_600_000), { bytesMax: 20_000_000, staticBytes: 0 }).imagesLeftOut,
  )
  expect(new Set(left).size).toBeLessThan(25)
  expect(left).toEqual(left.toSorted((a, b) => a - b))
})

test('text beyond the limit is not cut here: the figure says so, and the gate acts', () => {
  expect(fitBytes(many(1, 10), { bytesMax: 100, staticBytes: 500 }).bytes).toBeGreaterThan(500)
})

test('without any image the words are still there', () => {
  const [only] = withoutImages(many(1, 10))
  expect(JSON.stringify(only)).toMatch(/picture 1.*an image stood here/)
})
