import { expect, test } from 'vitest'
import {
  deadline,
  detached,
  driver,
  hold,
  message,
  release,
  run,
  scene,
  storyOf,
  viewer,
} from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('a hold ends by itself at its deadline, and when its driver is lost', () => {
  check([...scene, hold(), message('sb_a'), deadline], 'running', [
    'log released',
    'input_released',
    'start_turn',
    'queue_changed',
  ])
  check([...scene, hold(), message('sb_a'), detached(driver)], 'running', [
    'presence',
    'log released',
    'input_released',
    'start_turn',
    'queue_changed',
  ])
  check([...scene, hold(), message('sb_a'), detached(viewer)], 'idle_held', ['presence'])
  check([...scene, hold(), release(null), deadline], 'idle', [])
})

test('when the driver goes the next client drives', () => {
  const { state } = run([...scene, detached(driver)])
  expect(state.clients.map(({ clientId }) => clientId)).toEqual([viewer])
  check([...scene, detached(driver), hold(viewer)], 'idle_held', ['log held', 'accept started', 'set_deadline'])
})
