import { expect, test } from 'vitest'
import {
  answered,
  called,
  effectName,
  finished,
  fits,
  nothing,
  reads,
  run,
  type Story,
  said,
  started,
  storyOf,
  waited,
} from '../../testing/turn-events.ts'

const check = ({ given, ...story }: Story) => expect(storyOf(given)).toEqual(story)

test('a text ends the turn, after it was kept, told and counted', () => {
  check({
    given: [fits, answered(said)],
    end: 'ended',
    effects: ['sample', 'append', 'agent_message', 'report_usage', 'complete'],
  })
})

test('an empty answer is asked once more and then named; after work it means nothing to add', () => {
  check({
    given: [fits, answered(nothing), waited, fits, answered(nothing)],
    end: 'ended',
    effects: ['sample', 'stream_error', 'wait', 'reach_cut', 'sample', 'report_usage', 'error', 'abort model_failed'],
  })
  const afterWork = run([
    started,
    fits,
    answered(called(reads('c1'))),
    finished('c1'),
    fits,
    answered(nothing),
    waited,
    fits,
    answered(nothing),
  ])
  expect(effectName(afterWork.effects.at(-1)!)).toBe('complete')
})

test('an answer that was cut short is kept, its calls are not run, and the turn says why it ended', () => {
  const { effects } = run([started, fits, answered({ ...called(reads('c1')), stop: 'length' })])
  expect(effects.map(effectName)).toEqual([
    'reach_cut',
    'sample',
    'append',
    'report_usage',
    'append',
    'error',
    'abort output_limit',
  ])
})
