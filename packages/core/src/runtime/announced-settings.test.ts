import { expect, test } from 'vitest'
import { BENCH_SETTINGS, sessionBench } from '../testing/index.ts'
import { announcedSettings } from './announced-settings.ts'

const withProvider = (change: Partial<(typeof BENCH_SETTINGS)['provider']>) => ({
  ...BENCH_SETTINGS,
  provider: { ...BENCH_SETTINGS.provider, ...change },
})

test('header values, and credentials in an address, are told to nobody', () => {
  const settings = withProvider({
    headers: { 'api-key': 'k-5b1d' },
    base_url: 'https://ada:s3cret@models.example/v1?key=k-5b1d',
  })
  const { provider } = announcedSettings(settings)
  expect(provider).toMatchObject({ headers: { 'api-key': '[hidden]' }, base_url: 'https://models.example/v1' })
  expect(announcedSettings(withProvider({ base_url: 'http://127.0.0.1:11434/v1' })).provider.base_url).toBe(
    'http://127.0.0.1:11434/v1',
  )
})

test('they reach neither an event nor the log', () => {
  const bench = sessionBench({ settings: withProvider({ headers: { 'api-key': 'k-5b1d' } }) })
  expect(JSON.stringify([bench.events, bench.log.lines])).not.toContain('k-5b1d')
})
