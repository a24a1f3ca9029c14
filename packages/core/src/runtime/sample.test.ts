import type { Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { BENCH_SETTINGS, sessionBench } from '../testing/index.ts'
import { breachesOf, sentTexts, streamed, told } from '../testing/look.ts'

const settings = (change: Partial<Settings>): Settings => ({ ...BENCH_SETTINGS, ...change })

test('an interruption in the middle of an answer keeps what was shown', async () => {
  const bench = sessionBench({ script: [{ hangAfter: 'The first half' }, { text: 'Go on.' }] })
  await bench.say('sb_a', 'Tell me.')
  await streamed(bench)
  await bench.submit('sb_stop', { type: 'interrupt' })
  await bench.ended('sb_a')
  await bench.say('sb_b', 'More.')
  await bench.ended('sb_b')
  expect(sentTexts(bench, 1)[1]).toBe('The first half')
  expect(told(bench, 'sb_a').slice(-2)).toEqual(['agent_message', 'turn_aborted'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('a model that throws is a failure like any other', async () => {
  const model = {
    listModels: async () => [],
    sample: (): never => {
      throw new Error('a bug in the client')
    },
  }
  const bench = sessionBench({
    model,
    settings: settings({ provider: { ...BENCH_SETTINGS.provider, max_retries: 0 } }),
  })
  await bench.say('sb_a', 'Try.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ reason: 'model_failed' })
})
