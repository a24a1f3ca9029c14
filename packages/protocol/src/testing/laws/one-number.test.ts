import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkOneNumber } from './one-number.ts'
import {
  began,
  counted,
  DONE,
  type Draft,
  event,
  insert,
  logOf,
  report,
  starts,
  told,
  usageAt,
  words,
  writes,
} from './testing/lines.ts'

const breaches = (...drafts: readonly Draft[]) => checkOneNumber(logOf(began, ...drafts)).map(breachText)

const TIER = { percent_remaining_lt: 50, requires_any_boundary: [], plan_boundaries_require_semantic_break: true }
const POLICY = { early: TIER, ready: TIER, asap: TIER, emergency: TIER }

const boundary = (text: string, tokens_before = 42_000) =>
  insert({
    type: 'compact_boundary',
    compaction_id: 'k1',
    text,
    tokens_before,
    meta: { id: 'b', at: 1, origin: 'boundary' },
  })

const completed = (pre: number, post: number): Draft =>
  event({
    type: 'compact_completed',
    pre_compact_tokens: pre,
    post_compact_tokens: post,
    compaction_input_tokens: 0,
    compaction_output_tokens: 0,
    files_restored: 0,
    duration_ms: 1,
    strategy: 'extractive',
  })

const whole = (text = DONE, change: object = {}): readonly Draft[] => [
  counted(42_000),
  starts('k1'),
  writes('k1', { entries: [boundary('Compacted here: ~42,000 tokens before.')], report: report(change) }),
  told('k1', text, change),
  completed(42_000, 11_000),
  counted(11_000),
]

test('L11: one compaction told in eight places with one figure keeps the law', () => {
  expect(breaches(...whole())).toEqual([])
  const exact = DONE.replaceAll('~', '')
  expect(
    breaches(
      starts('k1'),
      writes('k1', { report: report({ estimate: 'reported' }) }),
      told('k1', exact, { estimate: 'reported' }),
    ),
  ).toEqual([])
})

test('L11: another figure at the same moment is found, and none after something new', () => {
  expect(breaches(counted(42_000), starts('k1', 41_000))).toEqual([
    'L11 line 2: compaction_started says 41000 tokens where token_count says 42000',
  ])
  expect(breaches(counted(42_000), words('i1', 'more'), starts('k1', 43_000))).toEqual([])
  expect(breaches(writes('k1'), counted(11_500))).toEqual([
    'L11 line 2: token_count says 11500 tokens where compaction k1 says 11000',
  ])
  expect(breaches(writes('k1', { report: report() }), counted(11_000, { source: 'reported' }))).toEqual([
    'L11 line 2: token_count shows as exact what compaction k1 shows as an estimate',
  ])
})

test.each([
  ['a mark that is missing', DONE.replace('~42k', '42k'), /the mark of the first figure/],
  ['a mark too many', DONE.replace('~11k', '11k'), /the mark of the second figure/],
  ['another figure', DONE.replace('11k', '12k'), /"12k" for tokens after, the report "11k"/],
  ['another count', DONE.replace('kept 1', 'kept 2'), /"2" for kept/],
  ['another headroom', DONE.replace('65,501', '65,502'), /for headroom/],
  ['no line at all', 'Done.', /cannot be read/],
])('L11: the completion line with %s is found', (_what, text, says) => {
  expect(breaches(...whole(text))).toHaveLength(1)
  expect(breaches(...whole(text))[0]).toMatch(says)
})

test('L11: line, report, telemetry and boundary that differ are each found', () => {
  expect(breaches(writes('k1', { report: report({ tokens_after: 9 }) }))[0]).toContain('its line 42000 → 11000')
  expect(breaches(writes('k1'), completed(42_000, 9))[0]).toContain('compact_completed says 42000 → 9')
  expect(breaches(writes('k1'), told('k1', DONE.replace('11k', '9'), { tokens_after: 9 }))[0]).toContain(
    'context_compacted says 42000 → 9',
  )
  const bounded = (text: string, tokens?: number) =>
    breaches(writes('k1', { entries: [boundary(text, tokens)], report: report() }))
  expect(bounded('~42,000 tokens before', 41_000)).toHaveLength(1)
  expect(bounded('~41,000 tokens before')).toEqual([
    'L11 line 1: the boundary shows 41,000 tokens, its compaction 42000',
  ])
  expect(bounded('42,000 tokens before')).toEqual([
    'L11 line 1: the boundary marks its figure otherwise than the report',
  ])
})

test('L11: a percentage that does not follow from its figures, and a window used whole, are found', () => {
  expect(breaches(counted(42_000, { percent_remaining: 54 }))).toEqual([
    'L11 line 1: 54 % is shown for 42000 of 90000 tokens, which is 53 %',
  ])
  expect(breaches(counted(0, { effective_tokens: 99_000 }))).toEqual([
    'L11 line 1: 99000 tokens are called usable of a window of 100000',
  ])
})

test('L11: a watcher that decides from a figure nobody was shown is found', () => {
  const decided = (used: number): Draft =>
    event({
      type: 'decision_recorded',
      explanation: 'x',
      record: {
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
          policy: POLICY,
          boundaries: [],
          semantic_break: false,
          tokens_since_rearm: null,
          breaker_open: false,
          busy: false,
          review_mode: false,
          model_available: true,
        },
      },
    })
  expect(breaches(counted(42_000), decided(42_000))).toEqual([])
  expect(breaches(counted(42_000), decided(43_000))).toEqual([
    'L11 line 2: a decision was made from 43000 of 90000 tokens, which was never shown',
  ])
})
