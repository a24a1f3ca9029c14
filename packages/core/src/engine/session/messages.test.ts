import { SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  compact,
  cut,
  driver,
  hold,
  message,
  prompt,
  release,
  run,
  scene,
  steering,
  storyOf,
  turnEnded,
} from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a message is in the log before its sender is told, and starts a turn where nothing runs', () => {
  check([...scene, message('sb_a')], 'running', ['log added', 'accept started', 'start_turn'])
})

test('steering is read at the next cut, ahead of what is queued, and becomes a turn where none came', () => {
  check([...scene, message('sb_a'), message('sb_b'), steering('sb_c'), cut], 'running', [
    'add_input',
    'queue_changed',
    'measure',
  ])
  check([...scene, message('sb_a'), steering('sb_c'), turnEnded(3)], 'running', ['start_turn', 'queue_changed'])
})

test('a sequence holds every client’s messages, its own prompts pass, and the release brings the handoff in front', () => {
  check([...scene, hold()], 'idle_held', ['log held', 'accept started', 'set_deadline'])
  check([...scene, hold(), message('sb_a')], 'idle_held', ['log added', 'accept queued', 'input_held'])
  check([...scene, hold(), message('sb_a'), prompt('sb_p')], 'running_held', [
    'log added',
    'accept started',
    'start_turn',
  ])
  check([...scene, hold(), message('sb_a'), release('packet')], 'running', [
    'log released',
    'input_released',
    'accept started',
    'start_turn with handoff',
    'queue_changed',
  ])
})

test('with nothing held the handoff waits for the next message', () => {
  check([...scene, hold(), release('packet')], 'idle', ['log released', 'input_released', 'accept started'])
  check([...scene, hold(), release('packet'), message('sb_a')], 'running', [
    'log added',
    'accept started',
    'start_turn with handoff',
  ])
})

test('a hold lasts a quarter of an hour at most', () => {
  const { state } = run([...scene, { ...hold(), deadline: 10 ** 15 } as SessionInput])
  expect(state.hold?.deadline).toBe(1_000 + 900_000)
})

test('a continuation waits for the end of its compaction, and goes nowhere where a message waits', () => {
  const goesOn: SessionInput = {
    type: 'message_submitted',
    id: SubmissionId.parse('sb_go'),
    from: driver,
    input: {
      submission_id: SubmissionId.parse('sb_go'),
      items: [{ type: 'text', text: 'Go on.' }],
      origin: 'continuation',
    },
    steers: false,
    refusal: null,
    text: 'Go on.',
  }
  check([...scene, goesOn], 'running', ['log added', 'accept started', 'start_turn'])
  check([...scene, compact('sb_c'), goesOn], 'compacting', ['log added', 'accept queued', 'queue_changed'])
  check([...scene, compact('sb_c'), message('sb_a'), goesOn], 'compacting', ['reject busy'])
  check([...scene, message('sb_a'), goesOn], 'running', ['reject busy'])
})
