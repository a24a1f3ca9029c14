// The whole daemon over real sockets, real files and a provider on the loopback.
import type { Op } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench

const open = async (...args: Parameters<typeof openDaemonBench>) => {
  bench = await openDaemonBench(...args)
  return bench
}

afterEach(() => bench.close())

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

test('a client starts a thread, says something and is answered; all of it stands in the log', async () => {
  await open([saying('Good morning.')])
  const client = bench.client()
  const threadId = await bench.thread(client)
  expect(await client.submit(say('Hello'), { threadId })).toMatchObject({ type: 'accepted', outcome: 'started' })
  expect((await client.event('turn_complete')).msg).toMatchObject({ last_agent_message: 'Good morning.' })
  expect(client.logged().map(({ seq }) => seq)).toEqual(client.logged().map((_, index) => index + 1))
})
