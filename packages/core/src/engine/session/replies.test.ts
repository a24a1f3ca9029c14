import { expect, test } from 'vitest'
import { approval, compact, hold, message, prompt, scene, storyOf, viewer } from '../../testing/session-events.ts'
import { QUEUE_MAX } from '../input-queue.ts'
import type { SessionInput } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

test('refusals keep nothing and start nothing', () => {
  const refusal = { code: 'input_too_large', message: 'too large' } as const
  check([...scene, message('sb_a', { refusal })], 'idle', ['reject input_too_large'])
  check([...scene, prompt('sb_p', viewer)], 'idle', ['reject not_driver'])
  check([...scene, hold(viewer)], 'idle', ['reject not_driver'])
  check([...scene, compact('sb_c', 'auto_watcher')], 'idle', ['reject not_driver'])
  check([...scene, approval(false)], 'idle', ['reject no_such_approval'])
  check([...scene, message('sb_a'), prompt('sb_p')], 'running', ['reject busy'])
  const many = Array.from({ length: QUEUE_MAX }, (_, n) => message(`sb_${n}`))
  check([...scene, message('sb_a'), ...many, message('sb_last')], 'running', ['reject queue_full'])
})
