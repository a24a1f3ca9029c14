import { DEFAULT_SETTINGS, type ProviderSettings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { connectionOf } from './connection.ts'

const connectionFor = (settings: Partial<ProviderSettings>, apiKey: string | null) =>
  connectionOf({ settings: { ...DEFAULT_SETTINGS.provider, ...settings }, apiKey, clock: systemClock() })

test('without an address it is OpenAI, and the key goes in the usual header', () => {
  expect(connectionFor({}, 'sk-1')).toMatchObject({
    baseUrl: 'https://api.openai.com/v1',
    query: {},
    headers: { 'user-agent': 'rawr', authorization: 'Bearer sk-1' },
  })
})

test('a login in the address wins over the key, a header of the settings over both', () => {
  const base_url = 'https://ann:pass@example.test/v1'
  expect(connectionFor({ base_url }, 'sk-1').headers.authorization).toBe('Basic YW5uOnBhc3M=')
  const headers = { Authorization: 'Token t' }
  expect(connectionFor({ base_url, headers }, 'sk-1').headers.authorization).toBe('Token t')
  expect(connectionFor({}, null).headers).toEqual({ 'user-agent': 'rawr' })
})

test('whatever could be a secret is known as one', () => {
  const settings = { base_url: 'https://example.test/v1?key=in-the-query', headers: { 'x-key': 'in-a-header' } }
  expect(connectionFor(settings, 'sk-1').secrets).toEqual(['sk-1', 'in-the-query', 'in-a-header'])
})

test('a key is taken without the blanks around it, and an empty one is none', () => {
  expect(connectionFor({}, ' sk-1\n').headers.authorization).toBe('Bearer sk-1')
  expect(connectionFor({}, ' ').headers.authorization).toBeUndefined()
})
