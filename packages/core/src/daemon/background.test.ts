/** A command that outlives its turn, and what is said of it when the daemon does not. */
import type { Op } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { runsCommand } from '../testing/runs-command.ts'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

let bench: DaemonBench
afterEach(() => bench.close())

const call = (callId: string, tool: string, given: object) =>
  sse(responses.done(responses.call(callId, tool, JSON.stringify(given))), responses.completed())
const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })
const sleeper = `sleep 300.${process.pid}`
const runs = (): boolean => runsCommand(sleeper)

test('a background command runs on after its turn, ends with the daemon, and is reported lost, once', {
  timeout: 30_000,
}, async () => {
  bench = await openDaemonBench([
    call('c1', 'shell', { command: `echo up; ${sleeper}`, background: 'server' }),
    saying('It runs.'),
    call('c2', 'background', { action: 'read', name: 'server' }),
    saying('It is lost.'),
  ])
  const client = bench.client()
  const threadId = await bench.thread(client)
  await client.submit(say('Start it'), { threadId })
  await client.event('turn_complete')
  expect(runs()).toBe(true)
  await bench.restart()
  expect(runs()).toBe(false)
  await client.submit(say('Look at it'), { threadId })
  await client.event('turn_complete', 1)
  const warnings = () => client.logged().flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : []))
  expect(warnings().filter((text) => text.includes('"server" was lost'))).toHaveLength(1)
  expect(JSON.stringify(bench.provider.sent.at(-1)?.body)).toContain('is lost: the program was restarted')
  await bench.restart()
  await client.submit(say('And again'), { threadId })
  await client.event('turn_complete', 2)
  expect(warnings().filter((text) => text.includes('"server" was lost'))).toHaveLength(1)
})
