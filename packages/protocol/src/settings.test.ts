import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { Settings, SettingsLayer } from './settings.ts'

test('the defaults are complete and valid', () => {
  expect(Settings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS)
})

describe('a layer holds only what somebody wrote', () => {
  test('an empty layer stays empty', () => expect(SettingsLayer.parse({})).toEqual({}))

  test('one key of one tier is enough', () => {
    const layer = { rawr_auto_compaction: { policy: { early: { percent_remaining_lt: 80 } } } }
    expect(SettingsLayer.parse(layer)).toEqual(layer)
  })

  const refused: readonly [string, unknown][] = [
    ['an unknown section', { compakt: {} }],
    ['an unknown key', { compact: { max_tail: 3 } }],
    ['a percentage above 100', { rawr_auto_compaction: { policy: { early: { percent_remaining_lt: 101 } } } }],
    ['a fraction above 1', { compact: { auto_compact_threshold_pct: 85 } }],
    ['a negative count', { compact: { max_tail_messages: -1 } }],
    ['a multiplier below 1', { compact: { token_safety_multiplier: 0.9 } }],
    [
      'a prompt path out of its folder',
      { rawr_auto_compaction: { policy: { asap: { decision_prompt_path: '../x.md' } } } },
    ],
    [
      'a prompt path that is the folder',
      { rawr_auto_compaction: { policy: { asap: { decision_prompt_path: '..' } } } },
    ],
  ]
  test.each(refused)('%s is refused', (_what, layer) => expect(SettingsLayer.safeParse(layer).success).toBe(false))
})
