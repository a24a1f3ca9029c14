// COST-06 and COST-08: what a long thread holds of the memory of a daemon that is a program of its own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writeHugeLog } from '../testing/huge-log.ts'
import { type MeasuredDaemon, openMeasured } from '../testing/measured-daemon.ts'
import { answerOf, askedOf } from '../testing/past-bench.ts'

const MB = 1024 * 1024

let daemon: MeasuredDaemon
afterEach(() => daemon.close(), 60_000)

// A resume reads the log line by line and lets go of what it read; a text that an event and an item say is held once, and the
// lines of the past are read when a plan wants them. With more than its heap the daemon would end.
test('COST-06: a log of 300 MB is resumed in a heap of 400 MB, and the next request holds the live view alone', {
  timeout: 600_000,
}, async () => {
  daemon = await openMeasured({ heapMb: 400 })
  const { home, cwd } = daemon
  const { threadId, bytes } = writeHugeLog({ home, cwd, bytes: 300 * MB, outputBytes: 16_000 })
  expect(bytes).toBeGreaterThanOrEqual(300 * MB)
  await daemon.resume(threadId)
  const resumed = daemon.memory()
  expect(await daemon.say(threadId, 'Are you there?')).toMatchObject({ type: 'turn_complete' })
  const said = daemon.memory()
  process.stdout.write(
    `COST-06: ${Math.round(resumed.peak)} MB after the resume, ${Math.round(said.peak)} MB after a turn\n`,
  )
  expect(resumed.peak).toBeLessThan(400)
  // V8 may let the heap fill to its limit before it collects; beside it stand the program itself and the pieces of the log that
  // were read last.
  expect(said.peak).toBeLessThan(550)
  const [body] = daemon.bodies()
  expect(JSON.stringify(body).length).toBeLessThan(1 * MB)
  const { users } = askedOf(body)
  expect(users.at(-1)).toBe('Are you there?')
  expect(users.join('\n')).toMatch(/Logs 0 to \d+ of the quay were looked at\./)
})

const RESULTS = 5_000
const RESULT_BYTES = 20_000
const CALLS = 25

// What a compaction clears lives in the log; no copy of a view, of a request or of an archive stays behind.
test('COST-08: 5,000 results of 20 KB, pruned on the way: memory comes back to a bound that does not grow with them', {
  timeout: 600_000,
}, async () => {
  const answers = Array.from({ length: RESULTS / CALLS }, (_, n) =>
    answerOf({
      calls: Array.from({ length: CALLS }, (_, call) => ({
        name: 'read',
        arguments: { path: `logs/${(n * CALLS + call) % 500}.txt` },
      })),
    }),
  )
  daemon = await openMeasured({ heapMb: 640, answers: [...answers, answerOf({ text: 'All read.' })] })
  mkdirSync(join(daemon.cwd, 'logs'), { recursive: true })
  for (let n = 0; n < 500; n += 1) writeFileSync(join(daemon.cwd, 'logs', `${n}.txt`), printed(n))
  const threadId = await daemon.start()
  const before = daemon.memory().now
  expect(await daemon.say(threadId, 'Read the logs.')).toMatchObject({ type: 'turn_complete' })
  const read = daemon.memory()
  await daemon.compact(threadId, { strategy: 'micro' })
  const pruned = await daemon.settledMemory()
  process.stdout.write(
    `COST-08: ${Math.round(before)} MB before, ${Math.round(read.peak)} MB at most, ${Math.round(pruned)} MB at the end\n`,
  )
  expect(daemon.results()).toBe(RESULTS)
  expect(pruned - before).toBeLessThan(230)
})

const printed = (n: number): string =>
  Array.from({ length: 400 }, (_, row) => `log ${n}, row ${row}: berth ${n * row} is free`)
    .join('\n')
    .padEnd(RESULT_BYTES, '.')
