// A thread that a link has followed all along is told again to whoever asks, over real sockets.
import { type Op, SubmissionId, type ThreadId } from '@rawr/protocol'
import type { LinkItem } from '@rawr/protocol/client'
import { afterEach, expect, test } from 'vitest'
import { type BenchClient, type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { inTwoParts } from './testing/in-two-parts.ts'

let bench: DaemonBench

afterEach(() => bench.close())

const turn = async (client: BenchClient, threadId: ThreadId, text: string) => {
  const id = SubmissionId.parse(`sb_${text}`)
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text }] }, { threadId, id })
  await client.item((item) => item.type === 'event' && item.id === id && item.msg.type === 'turn_complete')
}

const isOf = (threadId: ThreadId) => (item: LinkItem) => 'thread_id' in item && item.thread_id === threadId

/** Everything of the thread from the start of its newest telling to the end of the replay. */
const telling = async (
  client: BenchClient,
  threadId: ThreadId,
  resume: Partial<Extract<Op, { type: 'thread_resume' }>>,
) => {
  const before = client.items.length
  const answer = await client.submit({ type: 'thread_resume', thread_id: threadId, ...resume })
  if (answer.type !== 'accepted') throw new Error(answer.message)
  await client.item((item) => client.items.indexOf(item) >= before && item.type === 'replay_complete')
  // Answered in order: what the link still said of itself is there by then.
  await client.ask({ type: 'thread_list' })
  return client.items.slice(before).filter(isOf(threadId))
}

const seqs = (items: readonly LinkItem[]) =>
  items.flatMap((item) => (item.type === 'event' && item.seq !== undefined ? [item.seq] : []))

const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1)

test('NET-07: A, B, and A again on one link: the second time A is told whole, and lives on', async () => {
  bench = await openDaemonBench([saying('Of A.'), saying('Of B.'), saying('More of A.')])
  const client = bench.client()
  const a = await bench.thread(client)
  await turn(client, a, 'in_a')
  const b = await bench.thread(client)
  await turn(client, b, 'in_b')
  const last = Math.max(...seqs(client.items.filter(isOf(a))))
  const again = await telling(client, a, { after_seq: 0 })
  expect(again[0]).toEqual({ type: 'replay_started', thread_id: a, after_seq: 0 })
  expect(seqs(again)).toEqual(upTo(last))
  expect(again.map((item) => (item.type === 'event' ? item.msg.type : item.type))).toContain('presence')
  const before = client.items.length
  await turn(client, a, 'on_in_a')
  const live = seqs(client.items.slice(before).filter(isOf(a)))
  expect(live).toEqual(upTo(last + live.length, last))
})

test('it is told behind the event that is asked for; without one it goes on where it is', async () => {
  bench = await openDaemonBench([saying('Yes.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await turn(client, threadId, 'one')
  const last = Math.max(...seqs(client.items))
  expect(seqs(await telling(client, threadId, { after_seq: 3 }))).toEqual(upTo(last, 3))
  expect(seqs(await telling(client, threadId, { after_seq: last + 7 }))).toEqual([])
  const before = client.items.length
  await client.submit({ type: 'thread_resume', thread_id: threadId })
  await client.ask({ type: 'thread_list' })
  expect(seqs(client.items.slice(before))).toEqual([])
})

test('in the middle of a stream it is told with the text so far, and the rest of it once', async () => {
  const { answer, go } = inTwoParts('The first half,', ' the second half.')
  bench = await openDaemonBench([answer])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit({ type: 'user_turn', items: [{ type: 'text', text: 'Tell.' }] }, { threadId })
  await client.event('agent_message_delta')
  const again = await telling(client, threadId, { after_seq: 0 })
  const snapshots = again.flatMap((item) =>
    item.type === 'event' && item.msg.type === 'item_snapshot' ? [item.msg.text] : [],
  )
  expect(snapshots).toEqual(['The first half,'])
  const before = client.items.length
  go()
  await client.event('turn_complete')
  const rest = client.items
    .slice(before)
    .flatMap((item) => (item.type === 'event' && item.msg.type === 'agent_message_delta' ? [item.msg.text] : []))
  expect(rest).toEqual([' the second half.'])
})
