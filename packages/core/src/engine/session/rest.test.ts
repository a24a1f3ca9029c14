import { expect, test } from 'vitest'
import {
  compact,
  compacted,
  hold,
  message,
  release,
  run,
  scene,
  storyOf,
  turnEnded,
} from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const rest: SessionInput = { type: 'rest_requested' }

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a session that does nothing rests at once; one that works rests after it, with what waits still waiting', () => {
  check([...scene, rest], 'idle', ['rest'])
  check([...scene, message('sb_a'), rest], 'running', [])
  const given = [...scene, message('sb_a'), message('sb_b'), rest, turnEnded(3)]
  check(given, 'idle', ['rest'])
  expect(run(given).state.queue.map(({ submission_id }) => submission_id)).toEqual(['sb_b'])
})

test('what comes to a resting session waits, and no compaction is begun', () => {
  check([...scene, rest, message('sb_a')], 'idle', ['log added', 'accept queued', 'queue_changed'])
  check([...scene, rest, compact('sb_c')], 'idle', ['reject busy'])
})

test('a compaction that was asked for, and a sequence that holds the input, come first', () => {
  check([...scene, message('sb_a'), compact('sb_c'), rest, turnEnded(3)], 'compacting', [
    'turn_started',
    'start_compaction',
  ])
  check([...scene, message('sb_a'), compact('sb_c'), rest, turnEnded(3), compacted(6)], 'idle', [
    'turn_complete',
    'rest',
  ])
  check([...scene, hold(), rest], 'idle_held', [])
  check([...scene, hold(), rest, release(null)], 'idle', ['log released', 'input_released', 'accept started', 'rest'])
})
