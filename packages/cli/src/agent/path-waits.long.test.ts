// What a path waits for, with the clock of the wall: a judgment that never comes.
import { expect, test } from 'vitest'
import { openPathBench } from '../testing/path-bench.ts'
import { pathNamed } from '../testing/paths.ts'

const JUDGMENT_MS = 20_000

test('a verdict that does not come within 20 s fails, and asap goes on', { timeout: 60_000 }, async () => {
  const path = pathNamed('ux-a-judged-then-agent')
  const bench = await openPathBench({
    answers: { ...path.answers, verdict: () => new Promise(() => {}) },
    settings: path.settings,
  })
  const began = performance.now()
  await bench.client.say('Add a parser')
  await bench.client.settled()
  expect(performance.now() - began).toBeGreaterThanOrEqual(JUDGMENT_MS)
  // The watcher waits as long as core does: which of the two gives up first is chance.
  await bench.client.until(({ msg }) => msg.type === 'rawr_auto_compaction_judgment_result')
  const results = bench.client.events.flatMap(({ msg }) =>
    msg.type === 'rawr_auto_compaction_judgment_result' ? [[msg.outcome, msg.reason]] : [],
  )
  expect(results).toEqual([['failed', 'no answer came within 20 s']])
  expect(bench.client.events.filter(({ msg }) => msg.type === 'context_compacted')).toHaveLength(1)
  expect(await bench.close()).toEqual([])
})
