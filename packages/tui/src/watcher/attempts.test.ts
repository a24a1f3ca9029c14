import { isOpen } from '@rawr/policy'
import { type CompactFailedReason, CompactionId, type EventMsg, type Trigger, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { foldAttempts, noAttempts } from './attempts.ts'

const compaction_id = CompactionId.parse('k1')

const started = (trigger: Trigger = 'auto_watcher'): EventMsg => ({
  type: 'compaction_started',
  compaction_id,
  trigger,
  strategy: 'auto',
  tokens_before: 60_000,
})

const replaced = (tokens_after: number, trigger: Trigger = 'auto_watcher'): EventMsg => ({
  type: 'context_compacted',
  compaction_id,
  message: '',
  report: {
    trigger,
    requested: 'auto',
    strategy: 'extractive',
    tokens_before: 60_000,
    tokens_after,
    estimate: 'divisors',
    kept: 1,
    cleared: 0,
    archived: 1,
    pinned: 0,
    headroom: 0,
    duration_ms: 1,
  },
})

const failed = (reason: CompactFailedReason): EventMsg => ({ type: 'compact_failed', compaction_id, reason })

const undone: EventMsg = { type: 'compaction_undone', compaction_id, tokens_before: 20_000, tokens_after: 60_000 }

const after = (events: readonly EventMsg[]) => events.reduce(foldAttempts, noAttempts)

const check = (events: readonly EventMsg[], expected: { rearmFrom: number | null; open: boolean }) => {
  const { breaker, rearmFrom } = after(events)
  expect({ rearmFrom, open: isOpen(breaker, { usedTokens: 60_000, windowTokens: 100_000 }) }).toEqual(expected)
}

test('growth is counted from the smaller figure of the last attempt, whoever asked and however it ended', () => {
  check([], { rearmFrom: null, open: false })
  check([started()], { rearmFrom: null, open: false })
  check([started(), replaced(20_000)], { rearmFrom: 20_000, open: false })
  check([started('manual'), replaced(20_000, 'manual')], { rearmFrom: 20_000, open: false })
  check([started(), failed('rejected')], { rearmFrom: 60_000, open: false })
  check([started(), replaced(20_000), undone], { rearmFrom: 60_000, open: false })
})

test('three failures or two that freed nothing open the breaker, and a manual compaction half-opens it', () => {
  const failing = [started(), failed('rejected')]
  const futile = [started(), replaced(58_000)]
  check([...failing, ...failing, ...failing], { rearmFrom: 60_000, open: true })
  check([...futile, ...futile], { rearmFrom: 58_000, open: true })
  check([started(), failed('no_gain'), started(), failed('no_gain')], { rearmFrom: 60_000, open: true })
  check([...futile, ...futile, started('manual'), replaced(20_000, 'manual')], { rearmFrom: 20_000, open: false })
})

test('a compaction that a person stopped, asked for, or that never ran counts as no failure', () => {
  const stopped = [started(), failed('interrupted')]
  check([...stopped, ...stopped, ...stopped], { rearmFrom: 60_000, open: false })
  const paused = [started(), failed('breaker_open')]
  check([...paused, ...paused, ...paused], { rearmFrom: 60_000, open: false })
  const asked = [started('manual'), failed('rejected')]
  check([...asked, ...asked, ...asked], { rearmFrom: 60_000, open: false })
  check([failed('rejected'), failed('rejected'), failed('rejected')], { rearmFrom: null, open: false })
})

test('a compaction whose end was never logged does not run for ever', () => {
  const aborted: EventMsg = { type: 'turn_aborted', turn_id: TurnId.parse('t1'), reason: 'daemon_restarted' }
  expect(after([started()]).running).toEqual({ trigger: 'auto_watcher', before: 60_000 })
  expect(after([started(), aborted]).running).toBe(null)
})
