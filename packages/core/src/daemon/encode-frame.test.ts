import { EVENT_FRAME_BYTES_MAX, type Event, ItemId, type ServerFrame, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { BlobStore } from '../ports/blob-store.ts'
import { frameEncoder } from './encode-frame.ts'

const open = (blobs?: Partial<BlobStore>) => {
  const kept: unknown[] = []
  const told: string[] = []
  const put: BlobStore['put'] = async (content) => {
    kept.push(content)
    return { id: 'f'.repeat(64) as never, bytes: content.length }
  }
  const logger = { debug: () => {}, warn: () => {}, error: (event: string) => told.push(event) }
  return { kept, told, encode: frameEncoder({ blobs: { put, get: async () => null, ...blobs }, logger }) }
}
const said = (text: string): Event => ({
  type: 'event',
  thread_id: ThreadId.parse('th_1'),
  seq: 1,
  id: null,
  msg: { type: 'agent_message', item_id: ItemId.parse('i1'), text },
})

test('a frame is its JSON', () => {
  const frame: ServerFrame = { type: 'replay_complete', thread_id: ThreadId.parse('th_1'), seq: 3 }
  expect(JSON.parse(open().encode(frame))).toEqual(frame)
})

test('an event beyond the limit is cut and its whole text kept, once however many clients get it', () => {
  const { kept, encode } = open()
  const text = 'x'.repeat(EVENT_FRAME_BYTES_MAX + 1)
  const event = said(text)
  expect(Buffer.byteLength(encode(event))).toBeLessThan(EVENT_FRAME_BYTES_MAX)
  expect(encode(event)).toBe(encode(event))
  expect(kept).toEqual([text])
})

test('a disk that refuses the whole text is logged, the event goes out', async () => {
  const { told, encode } = open({ put: () => Promise.reject(new Error('full')) })
  expect(encode(said('x'.repeat(EVENT_FRAME_BYTES_MAX + 1)))).toContain('left out')
  await Promise.resolve()
  expect(told).toEqual(['blob_not_kept'])
})

test('an answer beyond the limit is cut as an event is, and a refusal does not grow with what it names', () => {
  const { kept, encode } = open()
  const id = SubmissionId.parse('sb_1')
  const text = 'x'.repeat(EVENT_FRAME_BYTES_MAX + 1)
  const msg = { type: 'recall_result', text, page: 1, characters: text.length } as const
  expect(Buffer.byteLength(encode({ type: 'answer', id, msg }))).toBeLessThan(EVENT_FRAME_BYTES_MAX)
  expect(kept).toEqual([text])
  expect(encode({ type: 'rejected', id, code: 'invalid', message: text, path: [] }).length).toBeLessThan(3_000)
})
