import { DEFAULT_SETTINGS, type Features, type Strategy } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { pickStrategy } from './pick-strategy.ts'

const V2_OFF = 'features.compact_v2 is off'

it.each<[string, Partial<Features>, Strategy, Strategy, string | null]>([
  ['as asked', {}, 'full', 'full', null],
  ['the legacy one', { compact_v2: false }, 'full', 'inline', V2_OFF],
  ['the legacy one, which was asked for', { compact_v2: false }, 'inline', 'inline', null],
  ['the provider, of the legacy ones', { compact_v2: false, remote_compaction: true }, 'auto', 'remote', V2_OFF],
  ['clearing in either', { compact_v2: false }, 'micro', 'micro', null],
  ['facts alone in either', { compact_v2: false }, 'extractive', 'extractive', null],
  ['the provider where it may', { remote_compaction: true }, 'remote', 'remote', null],
  ['no provider', {}, 'remote', 'extractive', 'features.remote_compaction is off'],
])('%s', (_name, features, requested, strategy, why) => {
  const settings = { ...DEFAULT_SETTINGS, features: { ...DEFAULT_SETTINGS.features, ...features } }
  expect(pickStrategy(settings, { strategy: requested })).toEqual({ requested, strategy, why })
})

it('goes by the mode of the settings where nothing is asked', () => {
  expect(pickStrategy(DEFAULT_SETTINGS, {})).toMatchObject({ requested: 'auto', strategy: 'auto' })
})
