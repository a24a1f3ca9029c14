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
