import { CompactionId, type ContextUsage, type RolloutItem, type RolloutLine, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { emptyLedger, isTrustworthy, learnedRatio, ledgerAfterLine, sumOfUsage, withReport } from './usage-ledger.ts'

const usage = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  cached_input_tokens: 0,
  output_tokens,
  reasoning_output_tokens: 0,
  total_tokens: input_tokens + output_tokens,
})

const context: ContextUsage = {
  used_tokens: 1,
  floor_tokens: 1,
  window_tokens: 10_000,
  effective_tokens: 8_750,
  percent_remaining: 99,
  source: 'reported',
}

const counted = (last: ReturnType<typeof usage> | undefined, total = usage(0, 0)): RolloutItem => ({
  type: 'event_msg',
  payload: {
    seq: 1,
    submission_id: null,
    msg: { type: 'token_count', usage: context, total, ...(last === undefined ? {} : { last }) },
  },
})

const model = (name: string): RolloutItem => ({
  type: 'turn_context',
  payload: {
    turn_id: TurnId.parse('tn_1'),
    cwd: '/',
    approval_policy: 'never',
    sandbox_policy: { mode: 'read-only' },
    model: name,
  },
})

const undo: RolloutItem = { type: 'undo', payload: { compacted_id: CompactionId.parse('cp_1') } }

const after = (...items: readonly RolloutItem[]) =>
  items.reduce(
    (ledger, item) => ledgerAfterLine(ledger, { timestamp: '', ordinal: 0, ...item } as RolloutLine, 700),
    emptyLedger,
  )

test('the last report is the anchor, with what our own count was then', () => {
  expect(after(model('a'), counted(usage(900, 100)), counted(usage(1_000, 50)))).toMatchObject({
    anchor: { tokens: 1_050, visibleTokens: 700, source: 'reported' },
    reports: 2,
    model: 'a',
  })
})

test('a figure without a report changes the sum alone', () => {
  expect(after(counted(usage(900, 100)), counted(undefined, usage(5, 5)))).toMatchObject({
    anchor: { tokens: 1_000 },
    reports: 1,
    total: usage(5, 5),
  })
})

test('an undo and another model let go of the anchor; the same model keeps it', () => {
  expect(after(counted(usage(900, 100)), undo).anchor).toBeNull()
  expect(after(model('a'), counted(usage(900, 100)), model('b'))).toMatchObject({ anchor: null, reports: 0 })
  expect(after(model('a'), counted(usage(900, 100)), model('a')).anchor).not.toBeNull()
})

test('a report is believed unless it is nothing, or far below what was sent', () => {
  expect(isTrustworthy(usage(9_000, 1), 10_000, null)).toBe(true)
  expect(isTrustworthy(usage(0, 1), 10, null)).toBe(false)
  expect(isTrustworthy(usage(4_096, 1), 30_000, null)).toBe(false)
  expect(isTrustworthy(usage(300, 1), 1_500, null)).toBe(true)
})

test('behind a compaction a report of many times what was sent is the figure from before it, and is not believed', () => {
  const estimated = { tokens: 1_700, visibleTokens: 1_300, source: 'estimated' } as const
  expect(isTrustworthy(usage(95_000, 1), 1_700, estimated)).toBe(false)
  expect(isTrustworthy(usage(7_900, 1), 1_700, estimated)).toBe(true)
  expect(isTrustworthy(usage(95_000, 1), 1_700, { ...estimated, source: 'reported' })).toBe(true)
})

test('sums add each part', () => {
  expect(sumOfUsage(usage(1, 2), usage(10, 20))).toEqual(usage(11, 22))
})

test('what requests grew by teaches how much more the provider counts, never less and at most twice', () => {
  const learned = (steps: readonly (readonly [input: number, visible: number])[]) =>
    learnedRatio(steps.reduce((ledger, [input, visible]) => withReport(ledger, usage(input, 5), visible), emptyLedger))
  expect(learned([[1_000, 500]])).toBe(1)
  expect(
    learned([
      [1_000, 500],
      [1_700, 1_000],
    ]),
  ).toBe(1)
  expect(
    learned([
      [1_000, 500],
      [8_000, 5_500],
      [15_000, 10_500],
    ]),
  ).toBeCloseTo(1.4)
  expect(
    learned([
      [1_000, 500],
      [4_000, 5_500],
    ]),
  ).toBe(1)
  expect(
    learned([
      [1_000, 500],
      [90_000, 5_500],
    ]),
  ).toBe(2)
  const grown = withReport(withReport(emptyLedger, usage(1_000, 5), 500), usage(8_000, 5), 5_500)
  const line = { timestamp: '', ordinal: 0, ...model('another') } as RolloutLine
  expect(learnedRatio(ledgerAfterLine(grown, line, 5_500))).toBe(1)
})
