import { CACHE_TTL_MS } from '@rawr/policy'
import type { EventMsg, PlanStep } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  committed,
  compacts,
  completed,
  counted,
  openThread,
  reachable,
  type Thread,
  turn,
  turn_id,
} from './testing/open-thread.ts'

/** The provider read the conversation. */
const read = (used: number): EventMsg => {
  const told = counted(used)
  if (told.type !== 'token_count') throw new Error('no count')
  return { ...told, last: told.total }
}

/** At 40 % left after a commit that the turn's own end was not allowed to use: its figure came later. */
const restingAt = (thread: Thread) => {
  turn(thread, [committed, read(20_000)])
  thread.see(counted(55_000))
}

const minute = 60_000

test('idle hook: shortly before the provider forgets, an idle thread is compacted, once for each silence', () => {
  const thread = openThread()
  thread.see(reachable({ compact_before_cache_expiry: true }))
  restingAt(thread)
  expect(thread.watcher.nextDeadline()).toBe(1_000 + CACHE_TTL_MS - minute)
  thread.pass(3 * minute)
  thread.watcher.onTick()
  expect(thread.opsOf('user_turn')).toHaveLength(0)
  thread.pass(minute)
  thread.watcher.onTick()
  expect(thread.opsOf('user_turn').map(({ op }) => op.origin)).toEqual(['packet_prompt'])
  expect(thread.opsOf('report_decision').at(-1)?.op.record.inputs).toMatchObject({ at: 'idle', mode: 'auto' })
  thread.watcher.cancel()
  thread.pass(minute)
  thread.watcher.onTick()
  expect(thread.opsOf('user_turn')).toHaveLength(1)
})

test('idle hook: by default nothing happens, nor while a turn runs, nor where no boundary was seen', () => {
  const byDefault = openThread()
  byDefault.see(reachable())
  restingAt(byDefault)
  const running = openThread()
  running.see(reachable({ compact_before_cache_expiry: true }))
  restingAt(running)
  running.see({ type: 'turn_started', turn_id, origin: 'user' })
  const bare = openThread()
  bare.see(reachable({ compact_before_cache_expiry: true }))
  turn(bare, [read(55_000)])
  for (const thread of [byDefault, running, bare]) {
    thread.pass(CACHE_TTL_MS)
    thread.watcher.onTick()
    expect(thread.opsOf('user_turn')).toHaveLength(0)
    expect(thread.opsOf('compact')).toHaveLength(0)
  }
  expect(bare.opsOf('report_decision').at(-1)?.op.record.decision).toMatchObject({ kind: 'leave', why: 'no_boundary' })
})

const OPEN_PLAN: PlanStep[] = [
  { step: 'lexer', status: 'completed' },
  { step: 'parser', status: 'in_progress' },
]

const compactedWith = (change: Parameters<typeof reachable>[0], plan: PlanStep[], words: string) => {
  const thread = openThread()
  thread.see(reachable({ packet_author: 'watcher', scratch_write_enabled: false, ...change }))
  turn(thread, [committed, { type: 'plan_update', turn_id, plan }, counted(55_000)], completed(words))
  compacts(thread, 55_000, 12_000)
  return thread.opsOf('user_turn').map(({ op }) => op.origin)
}

test('continue_after_compaction: one turn goes on, if the plan has open steps and nothing is asked', () => {
  const wanted = { continue_after_compaction: true }
  expect(compactedWith(wanted, OPEN_PLAN, 'The lexer is done.')).toEqual(['continuation'])
  expect(compactedWith(wanted, OPEN_PLAN, 'The lexer is done. Shall I go on?')).toEqual([])
  expect(compactedWith(wanted, OPEN_PLAN.slice(0, 1), 'The lexer is done.')).toEqual([])
  expect(compactedWith({}, OPEN_PLAN, 'The lexer is done.')).toEqual([])
})

test('review mode: nothing is decided while a review is open', () => {
  const thread = openThread()
  thread.see(reachable({ compact_before_cache_expiry: true }))
  restingAt(thread)
  thread.see({ type: 'entered_review_mode', turn_id })
  thread.pass(CACHE_TTL_MS)
  thread.watcher.onTick()
  expect(thread.opsOf('report_decision').at(-1)?.op.record.decision).toEqual({ kind: 'leave', why: 'review_mode' })
  thread.see({ type: 'exited_review_mode', turn_id, findings: null })
  thread.see(read(55_000))
  thread.pass(CACHE_TTL_MS)
  thread.watcher.onTick()
  expect(thread.opsOf('user_turn')).toHaveLength(1)
})
