import { expect, test } from 'vitest'
import {
  answered,
  called,
  compaction,
  failed,
  finished,
  fits,
  reads,
  run,
  type Story,
  said,
  started,
  storyOf,
  waited,
} from '../../testing/turn-events.ts'

const check = ({ given, ...story }: Story) => expect(storyOf(given)).toEqual(story)

test('a failed request is made again after a pause, and measured again before', () => {
  check({
    given: [fits, failed({}), waited, fits, answered(said)],
    end: 'ended',
    effects: [
      'sample',
      'stream_error',
      'wait',
      'reach_cut',
      'sample',
      'append',
      'agent_message',
      'report_usage',
      'complete',
    ],
  })
})

test('an answer resets the count of failures', () => {
  const { state } = run([
    started,
    fits,
    failed({}),
    waited,
    fits,
    answered(called(reads('c1'))),
    finished('c1'),
    fits,
    failed({}),
  ])
  expect(state.name).toBe('backing_off')
})

test('too many failures, or one that will not change, end the turn with their reason and message', () => {
  const twice = run([started, fits, failed({}), waited, fits, failed({})])
  expect(twice.effects.at(-1)).toMatchObject({
    end: { reason: 'provider_unreachable', message: 'The server failed. (tried 2 times)' },
  })
  check({
    given: [fits, failed({ kind: 'unauthorized', transient: false })],
    end: 'ended',
    effects: ['sample', 'error', 'abort provider_refused'],
  })
})

test('an overflow compacts and asks again; a second one without an answer in between ends the turn', () => {
  const overflow = failed({ kind: 'overflow', transient: false })
  check({
    given: [fits, overflow, compaction('compacted'), fits, overflow],
    end: 'ended',
    effects: ['sample', 'compact overflow', 'reach_cut', 'sample', 'error', 'abort context_exhausted'],
  })
})

test('an unexplained refusal counts as an overflow only where the window is nearly full', () => {
  const refusal = { kind: 'refused', status: 400, transient: false } as const
  check({ given: [fits, failed(refusal, true)], end: 'compacting', effects: ['sample', 'compact overflow'] })
  check({ given: [fits, failed(refusal)], end: 'ended', effects: ['sample', 'error', 'abort provider_refused'] })
})

test('a connection that is lost is waited for and said so; an answer ends the wait', () => {
  const lost = failed({ kind: 'unreachable', message: 'It is gone.' })
  const begin = [started, fits, answered(called(reads('c1'))), finished('c1'), fits, lost, waited, fits]
  const waiting = run([...begin, lost])
  expect(waiting.state.name).toBe('backing_off')
  expect(waiting.effects.at(-2)).toMatchObject({
    msg: { type: 'stream_error', message: 'It is gone. Waiting for the connection to come back.', retry_in_ms: 5_000 },
  })
  expect(run([...begin, answered(said)]).effects.at(-1)).toMatchObject({ end: { kind: 'complete' } })
  // Nobody was ever there: more likely a wrong address.
  const wrong = run([started, fits, lost, waited, fits, lost])
  expect(wrong.effects.at(-1)).toMatchObject({ end: { reason: 'provider_unreachable' } })
})
