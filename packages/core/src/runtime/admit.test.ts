import { ClientId, RequestId, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { BENCH_SETTINGS, sessionBench } from '../testing/index.ts'

const settings = (change: Partial<Settings>): Settings => ({ ...BENCH_SETTINGS, ...change })

test('what cannot fit an empty thread, or has no model to answer it, is not accepted', async () => {
  const small = sessionBench({ settings: settings({ model: { name: 'small', context_window: 8_000 } }) })
  expect(await small.say('sb_a', 'word '.repeat(9_000))).toMatchObject({ type: 'rejected', code: 'input_too_large' })
  const none = sessionBench({ model: null })
  expect(await none.say('sb_a', 'Hello?')).toMatchObject({ type: 'rejected', code: 'no_model' })
  expect(small.log.lines.filter(({ type }) => type === 'queue')).toEqual([])
})

test('ops of the daemon are refused, and a prompt of a sequence comes from the driver only', async () => {
  const bench = sessionBench()
  expect(await bench.submit('sb_s', { type: 'shutdown' })).toMatchObject({ type: 'rejected', code: 'invalid' })
  const items = [{ type: 'text' as const, text: 'Write the packet.' }]
  const prompt = { type: 'user_turn' as const, items, origin: 'packet_prompt' as const }
  const viewer = ClientId.parse('cl_viewer')
  expect(await bench.submit('sb_p', prompt, viewer)).toMatchObject({ type: 'rejected', code: 'not_driver' })
})

test('a compaction that names its decision and the author of the packet is one like any other', async () => {
  const bench = sessionBench({ script: [{ text: 'Done.' }] })
  await bench.say('sb_a', 'Add a parser')
  await bench.ended('sb_a')
  const op = { type: 'compact', trigger: 'auto_watcher', packet_author: 'agent' } as const
  const answer = await bench.submit('sb_c', { ...op, decision_id: RequestId.parse('rq_1') })
  expect(answer).toMatchObject({ type: 'accepted' })
  expect((await bench.ended('sb_c')).msg.type).toBe('turn_complete')
})
