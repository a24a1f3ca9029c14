import { expect, test } from 'vitest'
import { contextRead, message, run, scene, storyOf, turnEnded } from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('before the initial context is read a message waits, and goes first', () => {
  check([message('sb_a')], 'opening', ['log added', 'accept started'])
  check([message('sb_a'), contextRead], 'running', ['start_turn', 'queue_changed'])
})

test('while a turn runs a message is queued and goes when the turn has ended, in order', () => {
  check([...scene, message('sb_a'), message('sb_b')], 'running', ['log added', 'accept queued', 'queue_changed'])
  const { effects } = run([...scene, message('sb_a'), message('sb_b'), message('sb_c'), turnEnded(3), turnEnded(6)])
  const started = effects.flatMap((effect) => (effect.type === 'start_turn' ? [effect.input.submission_id] : []))
  expect(started).toEqual(['sb_a', 'sb_b', 'sb_c'])
})
