import { ClientId, RequestId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'
import { breachesOf, viewOf } from '../testing/look.ts'
import { compact, withPast } from '../testing/reading-session.ts'

test('a decision of the watcher goes to the audit and back to every client, in one sentence', async () => {
  const bench = sessionBench()
  const tier = { percent_remaining_lt: 15, requires_any_boundary: [], plan_boundaries_require_semantic_break: false }
  const record = {
    id: RequestId.parse('rq_9'),
    at: bench.clock.now(),
    actor: 'watcher',
    count: 1,
    outcome: 'left',
    decision: { kind: 'leave', why: 'no_tier' },
    inputs: {
      feature_on: true,
      mode: 'auto',
      at: 'turn_end',
      boundaries: [],
      semantic_break: false,
      tokens_since_rearm: null,
      breaker_open: false,
      busy: false,
      review_mode: false,
      model_available: true,
      policy: { early: tier, ready: tier, asap: tier, emergency: tier },
      usage: {
        used_tokens: 1,
        floor_tokens: 1,
        window_tokens: 100_000,
        effective_tokens: 87_500,
        percent_remaining: 99,
        source: 'divisors',
      },
    },
  } as const
  const op = { type: 'report_decision', record: structuredClone(record) as never } as const
  expect(await bench.submit('sb_d', op, ClientId.parse('cl_viewer'))).toMatchObject({ code: 'not_driver' })
  expect(await bench.submit('sb_e', op)).toMatchObject({ type: 'accepted' })
  expect(bench.audit.recorded).toEqual([record])
  expect(bench.events.at(-1)?.msg).toMatchObject({
    type: 'decision_recorded',
    explanation: expect.stringContaining('99 % left'),
  })
})

test('an undo brings the originals back, a redo the view; where there is nothing to undo it is refused', async () => {
  const bench = await withPast(12)
  const before = viewOf(bench.log.lines)
  expect(await bench.submit('sb_u0', { type: 'uncompact' })).toMatchObject({ code: 'nothing_to_undo' })
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const view = viewOf(bench.log.lines)
  expect(await bench.submit('sb_u', { type: 'uncompact' })).toMatchObject({ type: 'accepted' })
  expect(viewOf(bench.log.lines)).toEqual(before)
  expect(await bench.submit('sb_r', { type: 'recompact' })).toMatchObject({ type: 'accepted' })
  expect(viewOf(bench.log.lines)).toEqual(view)
  expect(bench.events.slice(-4).map(({ msg }) => msg.type)).toContain('compaction_redone')
  expect(breachesOf(bench.log.lines)).toEqual([])
})
