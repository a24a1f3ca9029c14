import { expect, test } from 'vitest'
import { type Decision, DecisionRecord } from '../../decision-record.ts'
import { breachText } from './breach.ts'
import { checkDecisions, checkExplained, type Decide } from './explained.ts'
import { began, type Draft, event, logOf, report, usageAt, writes } from './testing/lines.ts'

const TIER = { percent_remaining_lt: 50, requires_any_boundary: [], plan_boundaries_require_semantic_break: true }

const record = (used: number, change: object = {}) => ({
  id: 'r1',
  at: 1,
  actor: 'watcher',
  count: 1,
  outcome: 'left',
  decision: { kind: 'leave', why: 'no_tier' },
  inputs: {
    feature_on: true,
    mode: 'auto',
    at: 'turn_end',
    usage: usageAt(used),
    policy: { early: TIER, ready: TIER, asap: TIER, emergency: TIER },
    boundaries: [],
    semantic_break: false,
    tokens_since_rearm: null,
    breaker_open: false,
    busy: false,
    review_mode: false,
    model_available: true,
  },
  ...change,
})

const COMPACT: Decision = { kind: 'compact', trigger: 'auto_watcher', tier: 'asap', boundaries: [] }

/** A policy of the test's own: above half it compacts. */
const decide: Decide = ({ usage }) => (usage.percent_remaining < 50 ? COMPACT : { kind: 'leave', why: 'no_tier' })

const recorded = (made: object, explanation = 'The window is half empty.'): Draft =>
  event({ type: 'decision_recorded', record: made, explanation })

const breaches = (...drafts: readonly Draft[]) => checkExplained(logOf(began, ...drafts), decide).map(breachText)

test('L17: records that replay to their decision, and the compaction that one asked for, keep the law', () => {
  const attribution = { decision_id: 'r1', tier: 'asap', percent_remaining: 20, boundaries: [], packet_author: 'none' }
  expect(
    breaches(
      recorded(record(1_000)),
      recorded(record(80_000, { decision: COMPACT, outcome: 'pending' })),
      writes('k1', { trigger: 'auto_watcher', attribution }),
    ),
  ).toEqual([])
  expect(breaches(writes('k1', { trigger: 'manual' }))).toEqual([])
})

test('L17: a report that names another strategy than was asked for says why, or is found', () => {
  const asked = (change: object) => breaches(writes('k1', { report: report({ requested: 'full', ...change }) }))
  expect(asked({ strategy: 'full', reason: undefined })).toEqual([])
  expect(asked({ strategy: 'extractive', reason: 'no model is configured or reachable' })).toEqual([])
  for (const reason of [undefined, ' '])
    expect(asked({ strategy: 'extractive', reason })).toEqual([
      'L17 line 1: compaction k1 ran as extractive, was asked for as full, and does not say why',
    ])
})

test.each(['auto_watcher', 'mid_turn', 'hard_limit', 'overflow', 'built_in', 'agent_request'])(
  'L17: an automatic compaction (%s) that names no decision is found',
  (trigger) =>
    expect(breaches(writes('k1', { trigger }))).toEqual([
      `L17 line 1: compaction k1 (${trigger}) does not say which decision it goes back to`,
    ]),
)

test('L17: what core makes by itself says which decision it goes back to, and that one is on record', () => {
  const attribution = { decision_id: 'r1', tier: 'asap', percent_remaining: 20, boundaries: [], packet_author: 'none' }
  const made = recorded(record(80_000, { decision: COMPACT, outcome: 'pending' }))
  expect(breaches(made, writes('k1', { trigger: 'auto_watcher', attribution }))).toEqual([])
  expect(breaches(writes('k1', { trigger: 'hard_limit' }))[0]).toContain('does not say which decision')
  expect(breaches(writes('k1', { trigger: 'mid_turn', attribution }))[0]).toContain('r1, which is not on record')
  expect(breaches(made, writes('k1', { trigger: 'overflow', attribution }))[0]).toContain('r1 of auto_watcher')
})

test('L17: a decision that another compaction came before is acted on once, by the one that names it', () => {
  const attribution = { decision_id: 'r1', tier: 'asap', percent_remaining: 20, boundaries: [], packet_author: 'none' }
  const made = recorded(record(80_000, { decision: COMPACT, outcome: 'pending' }))
  const late = writes('k2', { trigger: 'auto_watcher', attribution })
  expect(breaches(made, writes('k1', { trigger: 'manual' }), late)).toEqual([])
  expect(breaches(made, writes('k1', { trigger: 'manual' }), writes('k2', { trigger: 'auto_watcher' }))).toHaveLength(1)
  expect(breaches(made, late, writes('k3', { trigger: 'auto_watcher', attribution }))).toHaveLength(1)
})

test('L17: a record that its inputs do not explain is found, first and last', () => {
  expect(breaches(recorded(record(80_000)))[0]).toContain(
    'decision r1 was {"kind":"leave","why":"no_tier"}, its inputs give {"boundaries":[],"kind":"compact"',
  )
  const folded = (used: number) => record(1_000, { count: 2, last_inputs: record(used).inputs })
  expect(breaches(recorded(folded(2_000)))).toEqual([])
  expect(breaches(recorded(folded(80_000)))).toHaveLength(1)
})

test('L17: records folded wrongly, ending wrongly or explained by nothing are found', () => {
  expect(breaches(recorded(record(1_000, { count: 2 })))).toEqual([
    'L17 line 1: decision r1 folds 2 evaluations and has the inputs of one',
  ])
  const acted = record(80_000, { count: 2, decision: COMPACT, last_inputs: record(80_000).inputs })
  expect(breaches(recorded(acted))).toEqual(['L17 line 1: decision r1 folds 2 evaluations that acted'])
  expect(breaches(recorded(record(1_000, { outcome: 'compacted' })))).toEqual([
    'L17 line 1: decision r1 left the history alone and has the outcome compacted',
  ])
  expect(breaches(recorded(record(1_000), ' '))).toEqual(['L17 line 1: decision r1 is not explained'])
})

test('L17: a veto leaves the history alone, and only a veto has that outcome', () => {
  // The policy of the test knows no veto, so the records are judged without one.
  const left = (why: string, outcome: string) =>
    checkExplained(logOf(began, recorded(record(1_000, { decision: { kind: 'leave', why }, outcome })))).map(breachText)
  expect(left('vetoed', 'vetoed')).toEqual([])
  expect(left('no_tier', 'vetoed')).toEqual([
    'L17 line 1: decision r1 left the history alone and has the outcome vetoed',
  ])
  expect(left('vetoed', 'compacted')).toEqual([
    'L17 line 1: decision r1 left the history alone and has the outcome compacted',
  ])
})

test('L17: an audit file is judged by its records alone', () => {
  const made = DecisionRecord.parse(record(80_000))
  expect(checkDecisions([made], decide).map(({ at }) => at)).toEqual(['decision r1'])
})
