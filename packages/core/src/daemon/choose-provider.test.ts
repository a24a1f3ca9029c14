import { DEFAULT_SETTINGS, type Settings } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { http, type ProviderServer, startProvider } from '../adapters/model/testing/provider-server.ts'
import { memoryClock } from '../testing/memory-ports.ts'
import { chooseProvider } from './choose-provider.ts'

let provider: ProviderServer | null = null

afterEach(async () => {
  await provider?.close()
  provider = null
})

const listing = async (...models: object[]) => {
  provider = await startProvider(http(200, { data: models }))
  return provider
}

const settingsWith = (change: { [Section in keyof Settings]?: object }): Settings => ({
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, ...change.model },
  provider: { ...DEFAULT_SETTINGS.provider, ...change.provider },
})

const choose = (settings: Settings, env: Record<string, string> = {}, apiKey?: string) =>
  chooseProvider({ settings, env, apiKey, clock: memoryClock(), signal: AbortSignal.timeout(5_000) })

test('a named model with a named window is taken as it is, and nobody is asked', async () => {
  const server = await listing({ id: 'birch' })
  const settings = settingsWith({ model: { name: 'alder', context_window: 9_000 }, provider: { base_url: server.url } })
  expect(await choose(settings)).toEqual({ settings, apiKey: null, hasModel: true, note: null })
  expect(server.sent).toEqual([])
})

test('the only model of a server is chosen, with the window that the server tells', async () => {
  const server = await listing({ id: 'birch', max_model_len: 12_000 })
  const chosen = await choose(settingsWith({ provider: { base_url: server.url } }))
  expect([chosen.hasModel, chosen.settings.model]).toEqual([true, { name: 'birch', context_window: 12_000 }])
})

test('a window that somebody wrote is not overruled by the server', async () => {
  const server = await listing({ id: 'birch', max_model_len: 12_000 })
  const settings = settingsWith({ model: { context_window: 8_000 }, provider: { base_url: server.url } })
  expect((await choose(settings)).settings.model).toEqual({ name: 'birch', context_window: 8_000 })
})

test('of several models none is guessed: there is no model, and the note names them', async () => {
  const server = await listing({ id: 'birch' }, { id: 'alder' })
  const chosen = await choose(settingsWith({ provider: { base_url: server.url } }))
  expect([chosen.hasModel, chosen.settings.model]).toEqual([false, {}])
  expect(chosen.note).toMatch(/offers 2 models: .*birch/)
})

test('the address and the key may come from the environment that was lent; a lent key wins', async () => {
  const server = await listing({ id: 'birch', max_model_len: 12_000 })
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'from-env' }
  const chosen = await choose(DEFAULT_SETTINGS, env)
  expect([chosen.apiKey, chosen.settings.provider.base_url]).toEqual(['from-env', server.url])
  expect(server.sent[0]?.headers.authorization).toBe('Bearer from-env')
  expect((await choose(DEFAULT_SETTINGS, env, 'lent')).apiKey).toBe('lent')
})

test('a recording needs neither address nor key', async () => {
  const settings = settingsWith({ provider: { wire_api: 'replay', recording: 'tape.jsonl' } })
  expect(await choose(settings)).toMatchObject({ hasModel: true, settings: { model: { name: 'recording' } } })
})
