/** A session of enormous outputs: its log stays small, and it opens at once. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Op } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { responses, sse } from '../adapters/model/testing/provider-server.ts'
import { openDaemonBench, saying } from './testing/daemon-bench.ts'

const RESULTS = 300
const A_ROUND = 10

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

test('BIG-09: after 300 results of 2 MB the lines of the log are bounded, and the session opens again at once', {
  timeout: 300_000,
}, async () => {
  const round = (start: number) =>
    sse(
      ...Array.from({ length: A_ROUND }, (_, index) => {
        const command = `head -c 2000000 /dev/zero | tr '\\0' ${String.fromCharCode(97 + index)}`
        return responses.done(responses.call(`c${start + index}`, 'shell', JSON.stringify({ command })), index)
      }),
      responses.completed(),
    )
  const rounds = Array.from({ length: RESULTS / A_ROUND }, (_, index) => round(index * A_ROUND))
  const settings = { tools: { max_rounds: 100 }, model: { name: 'alder', context_window: 2_000_000 } } as const
  const bench = await openDaemonBench([...rounds, saying('Done.')])
  const client = bench.client()
  const started = await client.submit({ ...bench.startOp, settings: { ...bench.settings, ...settings } })
  if (started.type !== 'accepted' || started.thread_id === undefined) throw new Error('not started')
  const threadId = started.thread_id
  await client.submit(say('Go'), { threadId })
  await client.event('turn_complete')
  const logs = readdirSync(join(bench.home, 'sessions'), { recursive: true, withFileTypes: true })
  const log = logs.find(({ name }) => name.endsWith('.jsonl'))
  if (log === undefined) throw new Error('no log')
  // 600 MB were said; 40 kB of each are kept in the log, twice: for the model and for the screen.
  expect(statSync(join(log.parentPath, log.name)).size).toBeLessThan(RESULTS * 120_000)
  await bench.restart()
  const began = performance.now()
  const again = bench.client('again')
  expect(await again.submit({ type: 'thread_resume', thread_id: threadId })).toMatchObject({ type: 'accepted' })
  expect(performance.now() - began).toBeLessThan(15_000)
  await bench.close()
})
