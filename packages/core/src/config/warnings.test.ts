import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { settingWarnings } from './warnings.ts'

test('the defaults give no warning, nor do thresholds that fall from tier to tier', () => {
  expect(settingWarnings(DEFAULT_SETTINGS, {})).toEqual([])
  const policy = {
    early: { percent_remaining_lt: 60 },
    ready: { percent_remaining_lt: 60 },
    asap: { percent_remaining_lt: 20 },
    emergency: {},
  }
  const settings = { ...DEFAULT_SETTINGS, rawr_auto_compaction: { ...DEFAULT_SETTINGS.rawr_auto_compaction, policy } }
  expect(settingWarnings(settings, {})).toEqual([])
})

const withPolicy = (policy: Partial<(typeof DEFAULT_SETTINGS)['rawr_auto_compaction']['policy']>) => ({
  ...DEFAULT_SETTINGS,
  rawr_auto_compaction: {
    ...DEFAULT_SETTINGS.rawr_auto_compaction,
    policy: { ...DEFAULT_SETTINGS.rawr_auto_compaction.policy, ...policy },
  },
})

test('thresholds out of order and an emergency that is too high are named', () => {
  expect(settingWarnings(withPolicy({ asap: { percent_remaining_lt: 80 } }), {})).toEqual([
    'tier asap holds below 80 %, ready only below 75 %: ready never acts',
  ])
  expect(settingWarnings(withPolicy({ emergency: { percent_remaining_lt: 40 } }), {})).toEqual([
    'tier emergency begins below 40 %: it asks for no boundary, so it will compact in the middle of work',
  ])
})
