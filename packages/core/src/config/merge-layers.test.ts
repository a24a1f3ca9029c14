import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { mergeLayers } from './merge-layers.ts'

test('headers join by name, lists replace, and a key that is there without a value says nothing', () => {
  const { settings, sources } = mergeLayers([
    {
      from: 'a',
      layer: { provider: { headers: { 'x-team': 'red', 'x-tier': '1' } }, compact: { keep_roles: ['tool'] } },
    },
    { from: 'b', layer: { provider: { headers: { 'x-team': 'blue' } }, compact: { keep_roles: [], mode: undefined } } },
  ])
  expect(settings.provider.headers).toEqual({ 'x-team': 'blue', 'x-tier': '1' })
  expect(settings.compact).toEqual({ ...DEFAULT_SETTINGS.compact, keep_roles: [] })
  expect(sources).toEqual({ 'provider.headers.x-team': 'b', 'provider.headers.x-tier': 'a', 'compact.keep_roles': 'b' })
})

test('the defaults are not touched', () => {
  const before = structuredClone(DEFAULT_SETTINGS)
  mergeLayers([{ from: 'a', layer: { compact: { max_tail_messages: 1 }, provider: { headers: { a: 'b' } } } }])
  expect(DEFAULT_SETTINGS).toEqual(before)
})
