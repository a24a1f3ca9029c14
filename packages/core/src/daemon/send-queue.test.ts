import { type EventMsg, ItemId, type ServerFrame, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { openSendQueue } from './send-queue.ts'

const th = ThreadId.parse('th_1')
const item_id = ItemId.parse('i1')

const event = (msg: EventMsg, seq?: number): ServerFrame => ({
  type: 'event',
  thread_id: th,
  id: null,
  msg,
  ...(seq === undefined ? { after_seq: 0 } : { seq }),
})
const logged = (seq: number) => event({ type: 'warning', message: `n${seq}` }, seq)
const delta = (text: string) => event({ type: 'agent_message_delta', item_id, offset: 0, text })
const presence = (name: string) =>
  event({ type: 'presence', clients: [{ client_id: 'cl_1' as never, name, role: 'driver' }] })
const snapshot = event({ type: 'item_snapshot', item_id, text: 'so far' })
const answer: ServerFrame = { type: 'accepted', id: SubmissionId.parse('sb_1'), outcome: 'started', from_seq: 0 }

const open = () => {
  const sent: ServerFrame[] = []
  const queue = openSendQueue({
    send: (text) => sent.push(JSON.parse(text)),
    encode: (frame) => JSON.stringify(frame),
    snapshots: () => [snapshot],
  })
  const bytes = (...frames: ServerFrame[]) => frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0)
  return { sent, queue, bytes }
}

test('while nothing is held, everything is sent at once', () => {
  const { sent, queue } = open()
  queue.push(delta('a'))
  queue.push(logged(1))
  expect(sent).toEqual([delta('a'), logged(1)])
})

test('what stands for itself is kept in order, pieces of a text become one snapshot behind it', () => {
  const { sent, queue, bytes } = open()
  queue.hold()
  for (const frame of [logged(1), delta('a'), answer, delta('b'), logged(2)]) queue.push(frame)
  expect([sent, queue.heldBytes()]).toEqual([[], bytes(logged(1), answer, logged(2))])
  queue.release()
  expect([sent, queue.heldBytes()]).toEqual([[logged(1), answer, logged(2), snapshot], 0])
  queue.push(delta('c'))
  expect(sent.at(-1)).toEqual(delta('c'))
})

test('of a status only the latest is kept, and output of a command is not', () => {
  const { sent, queue, bytes } = open()
  queue.hold()
  const output = event({ type: 'exec_command_output_delta', call_id: 'c1' as never, stream: 'stdout', text: 'x' })
  for (const frame of [presence('first'), output, logged(1), presence('second')]) queue.push(frame)
  expect(queue.heldBytes()).toBe(bytes(logged(1), presence('second')))
  queue.release()
  expect(sent).toEqual([logged(1), presence('second')])
})

test('a thread that did not lag gets no snapshot', () => {
  const { sent, queue } = open()
  queue.hold()
  queue.push(logged(1))
  queue.release()
  expect(sent).toEqual([logged(1)])
})
