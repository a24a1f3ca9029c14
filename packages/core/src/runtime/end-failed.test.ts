import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

test('a log that takes nothing any more: the failure is told at once, without a number, and nothing told is missing in it', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  const bench = sessionBench({
    script: [{ text: 'never', after: never }],
    unjudged: 'the log takes no end of the turn',
  })
  await bench.say('sb_a', 'Count the berths.')
  const before = bench.log.lines.length
  bench.log.append = () => {
    throw new Error('ENOSPC: the disk is full')
  }
  expect(await bench.say('sb_b', 'And the tides.')).toMatchObject({ type: 'rejected', code: 'internal' })
  const told = bench.events.slice(-2)
  expect(told.map(({ seq, msg }) => [seq, msg.type])).toEqual([
    [undefined, 'error'],
    [undefined, 'turn_aborted'],
  ])
  expect(told[1]?.msg).toMatchObject({ reason: 'session_failed', message: 'ENOSPC: the disk is full' })
  expect(bench.log.lines).toHaveLength(before)
  expect(await bench.submit('sb_c', { type: 'interrupt' })).toMatchObject({
    code: 'internal',
    message: 'The session failed. Resume the thread to go on.',
  })
})
