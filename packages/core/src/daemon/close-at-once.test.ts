import { expect, test } from 'vitest'
import { type DaemonBench, openDaemonBench, saying } from './testing/daemon-bench.ts'

/** Each bench judges the log of its thread by the laws as it closes. */
const closedAfter = async (looks: number): Promise<void> => {
  const bench: DaemonBench = await openDaemonBench([saying('Yes.')])
  const client = bench.client('hasty')
  const threadId = await bench.thread(client)
  const sent = await client.submit({ type: 'user_turn', items: [{ type: 'text', text: 'Moor it.' }] }, { threadId })
  expect(sent).toMatchObject({ type: 'accepted' })
  for (let look = 0; look < looks; look += 1) await new Promise(setImmediate)
  await bench.close()
}

test('a daemon that stops right behind a first message leaves it in the log as one that waits, or took it', async () => {
  for (let looks = 0; looks < 20; looks += 1) await closedAfter(looks)
})
