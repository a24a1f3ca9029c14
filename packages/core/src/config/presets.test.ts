import { SettingsLayer } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { PRESETS, presetLayer } from './presets.ts'

test('each preset is a layer that the schema takes, and only a server of one’s own is without its address', () => {
  for (const name of Object.keys(PRESETS) as (keyof typeof PRESETS)[]) {
    const layer = SettingsLayer.parse(presetLayer(name))
    expect([name, layer.provider?.base_url === undefined]).toEqual([name, name === 'azure'])
  }
})
