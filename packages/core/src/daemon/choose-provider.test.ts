import { DEFAULT_SETTINGS, type ProviderPreset, type Settings } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import { http, type ProviderServer, startProvider } from '../adapters/model/testing/provider-server.ts'
import { presetLayer } from '../config/presets.ts'
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

const closedAddress = async (): Promise<string> => {
  const { url, close } = await startProvider(http(200, {}))
  await close()
  return url
}

test('a server out of reach or one that refuses the key is told as that, not as a lack of settings', async () => {
  const away = await closedAddress()
  expect(await choose(settingsWith({ provider: { base_url: away } }))).toMatchObject({
    hasModel: false,
    fault: 'provider_unreachable',
    note: `Cannot reach ${away}: nothing listens there (ECONNREFUSED). Start the server there, check the network, or set provider.base_url (--base-url) to another address.`,
  })
  provider = await startProvider(http(401, { error: { message: 'Bad key.' } }))
  const refused = await choose(settingsWith({ provider: { base_url: provider.url } }), { OPENAI_API_KEY: 'wrong' })
  expect(refused).toMatchObject({
    hasModel: false,
    fault: 'provider_refused',
    note: `${provider.url} refused the key: Bad key. Set OPENAI_API_KEY to a valid one.`,
  })
})

test('a server that answers without a list lacks a name, and that is for the settings', async () => {
  provider = await startProvider(http(404, {}))
  const chosen = await choose(settingsWith({ provider: { base_url: provider.url } }))
  expect([chosen.fault, chosen.note]).toEqual([undefined, expect.stringMatching(/name a model with --model/)])
})

test('a named model stays named where its server cannot be asked for its window', async () => {
  const base_url = await closedAddress()
  const chosen = await choose(settingsWith({ model: { name: 'alder' }, provider: { base_url } }))
  expect([chosen.hasModel, chosen.settings.model]).toEqual([true, { name: 'alder' }])
})

const presetSettings = (preset: ProviderPreset, change: object = {}) =>
  settingsWith({
    model: { name: 'm', context_window: 9_000 },
    provider: { preset, ...presetLayer(preset).provider, ...change },
  })

const AZURE = { base_url: 'https://forest.openai.azure.com/openai/v1' }

const NEEDY: readonly [ProviderPreset, object][] = [
  ['openai', {}],
  ['azure', AZURE],
  ['openrouter', {}],
]

test.each(NEEDY)(
  'the key of %s is missed where it is not set, empty or blank, before anybody is asked',
  async (preset, change) => {
    const settings = presetSettings(preset, change)
    const name = settings.provider.api_key_env
    for (const [env, state] of [
      [{}, 'not set'],
      [{ [name]: '' }, 'empty'],
      [{ [name]: ' \n' }, 'empty'],
    ] as const) {
      const chosen = await choose(settings, env)
      expect([chosen.hasModel, chosen.note]).toEqual([
        false,
        expect.stringContaining(`No key: ${name} is ${state}. Set it`),
      ])
    }
    expect(await choose(settings, { [name]: 'k' })).toMatchObject({ hasModel: true, apiKey: 'k' })
    expect(await choose(settings, { [name]: '' }, 'lent')).toMatchObject({ hasModel: true, apiKey: 'lent' })
    const headers = { [settings.provider.api_key_header]: 'k' }
    expect(await choose(presetSettings(preset, { ...change, headers }))).toMatchObject({ hasModel: true })
  },
)

const OWN: readonly ProviderPreset[] = ['ollama', 'lmstudio', 'vllm', 'llamacpp']

test.each(OWN)('%s, a server of one’s own, is asked without a key, and an empty one is none', async (preset) => {
  const settings = presetSettings(preset)
  expect(await choose(settings, { [settings.provider.api_key_env]: '' })).toMatchObject({
    hasModel: true,
    apiKey: null,
  })
})

test('another address under the name of a provider may do without its key', async () => {
  const settings = presetSettings('openai', { base_url: 'http://127.0.0.1:9/v1' })
  expect(await choose(settings)).toMatchObject({ hasModel: true, apiKey: null })
})
