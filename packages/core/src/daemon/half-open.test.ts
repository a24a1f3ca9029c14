// A line that goes dead without a word, in the middle of a conversation: both ends find out by themselves, and nothing is lost.
import { type Op, SubmissionId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { memoryClock } from '../testing/memory-ports.ts'
import { HEARTBEAT_MS } from './connection.ts'
import { PINGS_UNANSWERED_MAX } from './pulse.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'
import { openSwallowingProxy, type SwallowingProxy } from './testing/swallowing-proxy.ts'

let bench: DaemonBench
let line: SwallowingProxy

afterEach(async () => {
  await bench.close()
  await line.close()
})

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

test('a laptop that vanishes without a FIN is let go after four silent spans; it comes back, and its message is done once', async () => {
  const clock = memoryClock()
  bench = await openDaemonBench([saying('Yes.')], { clock })
  line = await openSwallowingProxy(() => bench.daemon.port)
  const laptop = bench.client('laptop', {
    locate: async () => ({ url: `ws://127.0.0.1:${line.port}`, token: bench.daemon.token }),
    setTimer: (ms, callback) => clock.after(ms, callback),
  })
  const threadId = await bench.thread(laptop)
  const other = bench.client('other', { follow: new Map([[threadId, 0]]) })
  const roles = () => {
    const last = other.items.findLast((item) => item.type === 'event' && item.msg.type === 'presence')
    return last?.type === 'event' && last.msg.type === 'presence'
      ? last.msg.clients.map(({ name, role }) => `${name}: ${role}`)
      : []
  }
  await other.item(() => roles().length === 2)
  expect(roles()).toEqual(['laptop: driver', 'other: viewer'])

  line.swallow()
  const id = SubmissionId.parse('sb_from_the_train')
  const answer = laptop.submit(say('Are you there?'), { threadId, id })
  for (let span = 0; span < PINGS_UNANSWERED_MAX; span++) {
    clock.advance(HEARTBEAT_MS)
    // A sign of life of the other one, and time for the laptop to be heard if it were.
    await other.ask({ type: 'thread_list' })
  }
  expect(roles()).toContain('laptop: driver')
  clock.advance(HEARTBEAT_MS)
  await other.item(() => roles().length === 1)
  expect(roles()).toEqual(['other: driver'])

  // The laptop heard nothing either, gave the socket up, and looks for the daemon again.
  expect(laptop.items.filter((item) => item.type === 'link' && item.status === 'lost')).toMatchObject([
    { message: 'the daemon fell silent' },
  ])
  clock.advance(1_000)
  expect(await answer).toMatchObject({ type: 'accepted', outcome: 'started' })
  await other.event('turn_complete')
  await laptop.event('turn_complete')
  const spoken = other.logged().filter(({ msg }) => msg.type === 'user_message')
  expect(spoken.map((event) => event.id)).toEqual([id])
  expect(laptop.logged()).toEqual(other.logged())
})
