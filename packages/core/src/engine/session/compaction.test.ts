import { PlanId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  compact,
  compacted,
  cut,
  message,
  overdue,
  run,
  scene,
  storyOf,
  turnEnded,
  wants,
} from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a compaction without a turn is a turn of its own; messages wait for its end', () => {
  check([...scene, compact('sb_c')], 'compacting', ['accept started', 'turn_started', 'start_compaction'])
  check([...scene, compact('sb_c'), message('sb_a')], 'compacting', ['log added', 'accept queued', 'queue_changed'])
  check([...scene, compact('sb_c'), message('sb_a'), compacted(3)], 'running', [
    'turn_complete',
    'start_turn',
    'queue_changed',
  ])
})

test('a second asker joins, whether the compaction runs, waits or belongs to the turn', () => {
  check([...scene, compact('sb_c'), compact('sb_d')], 'compacting', ['accept joined'])
  check([...scene, message('sb_a'), compact('sb_c'), compact('sb_d')], 'running_wanted', ['accept joined'])
  const { effects } = run([...scene, message('sb_a'), cut, wants, compact('sb_d')])
  expect(effects.at(-1)).toMatchObject({ outcome: 'joined', joined: 'sb_a' })
})

test('asked for in a running turn it waits for the next cut, or for the end of the turn', () => {
  const asked = [...scene, message('sb_a'), compact('sb_c')]
  check(asked, 'running_wanted', ['log compaction_queued', 'accept queued'])
  check([...asked, cut], 'compacting_in_turn', ['start_compaction mid-turn'])
  check([...asked, cut, compacted(5)], 'running', ['measure'])
  check([...asked, turnEnded(3)], 'compacting', ['turn_started', 'start_compaction'])
})

test('the turn that wanted a compaction is told its outcome, also when it took too long', () => {
  check([...scene, message('sb_a'), wants, compacted(4)], 'running', ['resume_turn'])
  check([...scene, message('sb_a'), wants, overdue(4)], 'running', ['cancel_compaction', 'resume_turn'])
  check([...scene, message('sb_a'), wants, compacted(99)], 'compacting_in_turn', [])
})

test('a shown plan that is stale is refused', () => {
  const refusal = { code: 'plan_stale', message: 'stale' } as const
  const ask = { submissionId: null, trigger: 'manual', options: {}, planId: PlanId.parse('pl_1') } as const
  check([...scene, { ...compact('sb_c'), ask, refusal } as SessionInput], 'idle', ['reject plan_stale'])
})
