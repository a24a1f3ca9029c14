import { createHash } from 'node:crypto'
import { EVENT_FRAME_BYTES_MAX, Event, type EventMsg, ItemId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { fitFrame } from './fit-frame.ts'

const event = (msg: EventMsg): Event => ({ type: 'event', thread_id: ThreadId.parse('th_1'), seq: 1, id: null, msg })
const sizeOf = (value: Event) => Buffer.byteLength(JSON.stringify(value))
const said = (text: string) => event({ type: 'agent_message', item_id: ItemId.parse('i1'), text })

test('what fits is left alone', () => {
  const fits = said('x'.repeat(EVENT_FRAME_BYTES_MAX - 200))
  expect(fitFrame(fits, sizeOf(fits))).toBeNull()
})

test('a long text keeps both ends in whole characters, says what is missing, and the whole is handed out', () => {
  for (const text of ['🙂'.repeat(400_000), `x${'🙂'.repeat(400_000)}`, '\u0001'.repeat(900_000)]) {
    const long = said(text)
    const fitted = fitFrame(long, sizeOf(long))
    expect(fitted?.wholes).toEqual([text])
    const message = Event.parse(fitted?.frame).msg
    if (message.type !== 'agent_message') throw new Error('another event')
    expect(message.text.isWellFormed()).toBe(true)
    expect(message.text).toContain(`the whole text is blob ${createHash('sha256').update(text).digest('hex')}`)
    expect(sizeOf(fitted!.frame)).toBeLessThan(EVENT_FRAME_BYTES_MAX)
  }
})
