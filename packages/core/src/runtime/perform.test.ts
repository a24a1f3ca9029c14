import { ClientId, RequestId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

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
  expect(bench.audit.decisions).toEqual([record])
  expect(bench.events.at(-1)?.msg).toMatchObject({
    type: 'decision_recorded',
    explanation: expect.stringContaining('99 % left'),
  })
})
