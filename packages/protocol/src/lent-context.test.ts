import { expect, test } from 'vitest'
import { overridden } from './lent-context.ts'

const lent = {
  env: { LANG: 'C' },
  apiKey: 'k',
  settings: { model: { name: 'alder', context_window: 8_000, reasoning_effort: 'low' }, sandbox: { network: true } },
}

test('what is wished replaces, what is not stays; another model brings its own window', () => {
  expect(
    overridden(lent, {
      type: 'override_turn_context',
      approval_policy: 'never',
      sandbox_policy: { mode: 'read-only' },
    }),
  ).toEqual({
    ...lent,
    settings: { ...lent.settings, approvals: { policy: 'never' }, sandbox: { network: true, mode: 'read-only' } },
  })
  expect(overridden(lent, { type: 'override_turn_context', model: 'birch', cwd: '/quay' })).toEqual({
    ...lent,
    cwd: '/quay',
    settings: { ...lent.settings, model: { name: 'birch', reasoning_effort: 'low' } },
  })
  expect(overridden({}, { type: 'override_turn_context', effort: 'high' })).toEqual({
    settings: { model: { reasoning_effort: 'high' } },
  })
})
