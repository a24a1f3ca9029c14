import type { Heard } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { why } from './explain.ts'
import { inputsAt, leaveAt, recordOf } from './testing/sample-records.ts'

test('a compaction is told by path, decision, pressure, boundaries, re-arm and outcome', () => {
  expect(why({ ...recordOf('d1', inputsAt(40_000, ['commit'])), outcome: 'compacted' })).toEqual([
    'The watcher asked at the end of a turn.',
    'Compacting at 56 % left (asap): after commit.',
    'Pressure: ~40k of 92k usable tokens, 56 % left, which is below the 65 % of asap.',
    'Boundaries: commit seen; any of commit, pr_checkpoint, plan_checkpoint, plan_update, topic_shift, agent_done, concluding_thought is required.',
    'Re-arm: nothing was tried before.',
    'Outcome: the history was compacted.',
  ])
})

test('a run of leaves says how often, and the plan gate is told where it holds', () => {
  const inputs = { ...inputsAt(25_000, ['plan_update']), tokens_since_rearm: 5_000 }
  const record = { ...recordOf('d1', inputs), actor: 'mid_turn' as const, count: 3, last_inputs: inputs }
  expect(why(record)).toEqual([
    'Mid-turn compaction asked at the end of a turn 3 times in a row.',
    'Left alone at 72 % left (ready): only the plan moved, and at this tier that needs a sign that a phase ended.',
    'Pressure: ~25k of 92k usable tokens, 72 % left, which is below the 75 % of ready.',
    'Boundaries: plan_update seen; any of commit, pr_checkpoint, plan_checkpoint, plan_update, topic_shift is required.',
    'Plan gate: a plan step alone needs a sign that a phase ended; the last message gave none.',
    'Re-arm: 5k of 2k tokens since the last attempt, enough.',
    'Outcome: the history was left alone.',
  ])
})

test('calm, emergency, an open breaker and a changed policy are said', () => {
  expect(why(leaveAt('d1', 5_000))).toContain('Pressure: ~5k of 92k usable tokens, 94 % left; no tier holds.')
  const tired = recordOf('d1', { ...inputsAt(85_000, []), breaker_open: true, tokens_since_rearm: 10 })
  expect(why(tired)).toContain('Boundaries: emergency asks for none.')
  expect(why(tired)).toContain('Re-arm: 10 of 2k tokens since the last attempt, too few. The breaker is open.')
  expect(why({ ...tired, decision: { kind: 'leave', why: 'busy' } }).at(-1)).toBe(
    'The policy of this version would decide differently.',
  )
})

test('a limit and a wish of the agent wait for no boundary, so none is said to be missing', () => {
  const inputs = inputsAt(40_000, [])
  const told = (given: Partial<typeof inputs>): string => why(recordOf('d1', { ...inputs, ...given })).join('\n')
  expect(told({ at: 'limit', limit: 'overflow' })).toContain('Boundaries: a limit asks for none.')
  expect(told({ agent_request: true })).toContain('Boundaries: a wish of the agent asks for none.')
  for (const text of [told({ at: 'limit', limit: 'overflow' }), told({ agent_request: true })])
    expect(text).not.toMatch(/is required|Plan gate/)
})

test('what the last message was heard to say is told with its signs, but not that a turn ended', () => {
  const heard = (signs: Heard['signs'], points: number): Heard => ({
    boundary: 'agent_done',
    signs,
    points,
    needed: 11,
  })
  const inputs = inputsAt(40_000, ['agent_done'])
  expect(why(recordOf('d1', { ...inputs, heard: [heard(['says_done', 'ended_turn'], 17)] }))).toContain(
    'Last message: agent_done 17 of 11 points (says_done, ended_turn).',
  )
  expect(why(recordOf('d1', { ...inputs, heard: [heard(['ended_turn'], 3)] })).join()).not.toContain('Last message')
})
