/**
 * Where a thread's model is: what the settings and the lent environment say, else a server on this machine. What was found
 * becomes part of the thread's settings, so that every client sees it in `session_configured`.
 */
import type { Settings } from '@rawr/protocol'
import { chooseModel } from '../adapters/model/choose-model.ts'
import { type Connection, connectionOf } from '../adapters/model/connection.ts'
import { failureOf } from '../adapters/model/failure.ts'
import type { Fault } from '../adapters/model/fault.ts'
import { askModels } from '../adapters/model/list-models.ts'
import { detectLocalServers } from '../adapters/model/local-servers.ts'
import { knownWindow } from '../adapters/model/model-table.ts'
import { PRESETS } from '../config/presets.ts'
import { WINDOW_TOKENS_DEFAULT } from '../engine/limits.ts'
import { faultRow } from '../engine/turn/fault-table.ts'
import type { Clock } from '../ports/clock.ts'

export type ProviderQuestion = {
  readonly settings: Settings
  readonly env: Readonly<Record<string, string>>
  /** What the client lent beside its environment. */
  readonly apiKey: string | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
}

export type Provider = {
  readonly settings: Settings
  readonly apiKey: string | null
  /** `false`: there is no model to ask; turns are refused and compaction is extractive. */
  readonly hasModel: boolean
  /** Why there is no model, or what was found where nobody said. */
  readonly note: string | null
  /** There is no model because of the server, not of what was set. */
  readonly fault?: ServerFault
}

export type ServerFault = 'provider_unreachable' | 'provider_refused'

const AZURE_ADDRESS =
  'provider.preset azure needs your own address in provider.base_url: https://NAME.openai.azure.com/openai/v1.'

const WINDOW_ASSUMED = `Nobody tells the window of this model: ${WINDOW_TOKENS_DEFAULT.toLocaleString('en-US')} tokens are assumed. Set model.context_window (--context-window) to its real size.`

/** For OpenAI's own address, where nobody named a model. */
const OPENAI_MODEL = 'gpt-5.2'

export const chooseProvider = async (question: ProviderQuestion): Promise<Provider> => {
  const { settings, env } = question
  // A variable that is set to nothing is as good as none.
  const apiKey = [question.apiKey, env[settings.provider.api_key_env]].find((key) => key?.trim()) ?? null
  if (settings.provider.wire_api === 'replay') return { ...named(settings, 'recording', null), apiKey, note: null }
  const { preset } = settings.provider
  const base_url = settings.provider.base_url ?? (preset === undefined ? env.OPENAI_BASE_URL : undefined)
  if (preset === 'azure' && base_url === undefined) return { settings, apiKey, hasModel: false, note: AZURE_ADDRESS }
  if (apiKey === null && lacksKey(settings.provider))
    return { settings, apiKey, hasModel: false, note: missingKey(settings.provider.api_key_env, env) }
  if (base_url === undefined && apiKey === null) return localProvider(question)
  // OpenAI offers dozens: with nothing but a key, one of them has to be there at once.
  if ((base_url === undefined || preset === 'openai') && settings.model.name === undefined)
    return {
      ...named(settings, OPENAI_MODEL, knownWindow(OPENAI_MODEL)),
      apiKey,
      note: `Using ${OPENAI_MODEL}; --model or model.name in the settings names another.`,
    }
  const provider = base_url === undefined ? settings.provider : { ...settings.provider, base_url }
  return serverProvider({ ...question, settings: { ...settings, provider } }, apiKey)
}

/** Another address than the provider's own may stand before it with a key of its own, and so may a header. */
const lacksKey = ({ preset, base_url, headers, api_key_header }: Settings['provider']): boolean => {
  if (preset === undefined || PRESETS[preset].needsKey !== true) return false
  const { base_url: own } = PRESETS[preset].provider
  const isOwn = own === undefined || base_url === undefined || base_url === own
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return isOwn && !names.includes('authorization') && !names.includes(api_key_header)
}

const missingKey = (name: string, env: ProviderQuestion['env']): string =>
  `No key: ${name} is ${env[name] === undefined ? 'not set' : 'empty'}. Set it (export ${name}=…), or name the variable that holds the key with --api-key-env or provider.api_key_env.`

/** The server is asked only for what nobody said: a name, or a window that no table knows. */
const serverProvider = async (
  { settings, clock, signal }: ProviderQuestion,
  apiKey: string | null,
): Promise<Provider> => {
  const { name, context_window } = settings.model
  if (name !== undefined && (context_window ?? knownWindow(name)) !== null)
    return { ...named(settings, name, knownWindow(name)), apiKey, note: null }
  const connection = connectionOf({ settings: settings.provider, apiKey, clock })
  const asked = await askModels(connection, signal)
  if (!asked.ok && name === undefined) return withoutServer({ settings, clock }, connection, asked.error)
  const offered = asked.ok ? asked.value : []
  const choice = chooseModel({ wanted: name ?? null, offered, address: connection.baseUrl })
  if (!choice.ok) return { settings, apiKey, hasModel: false, note: choice.error }
  const chosen = named(settings, choice.value.model, choice.value.contextWindow)
  return { ...chosen, apiKey, note: chosen.settings.model.context_window === undefined ? WINDOW_ASSUMED : null }
}

const withoutServer = (
  { settings, clock }: Pick<ProviderQuestion, 'settings' | 'clock'>,
  { baseUrl, secrets }: Connection,
  fault: Fault,
): Provider => {
  const apiKeyEnv = settings.provider.api_key_env
  const { kind, message } = failureOf(fault, { address: baseUrl, apiKeyEnv, model: '', secrets, nowMs: clock.now() })
  const isRefusal = faultRow(kind).reason === 'provider_refused'
  return {
    settings,
    apiKey: null,
    hasModel: false,
    note: message,
    fault: isRefusal ? 'provider_refused' : 'provider_unreachable',
  }
}

const localProvider = async ({ settings, env, signal }: ProviderQuestion): Promise<Provider> => {
  const [server] = await detectLocalServers(signal)
  const key = settings.provider.api_key_env
  const isEmpty = env[key] === undefined ? '' : `${key} is empty; `
  const note = `No model: ${isEmpty}set ${key}, name a server with --base-url, or start a local one.`
  if (server === undefined) return { settings, apiKey: null, hasModel: false, note }
  const wanted = settings.model.name ?? null
  const choice = chooseModel({ wanted, offered: server.models, address: server.baseUrl })
  const provider = { ...settings.provider, base_url: server.baseUrl, wire_api: server.wireApi }
  if (!choice.ok) return { settings: { ...settings, provider }, apiKey: null, hasModel: false, note: choice.error }
  const found = named({ ...settings, provider }, choice.value.model, choice.value.contextWindow)
  return { ...found, apiKey: null, note: `Using ${choice.value.model} of ${server.name} at ${server.baseUrl}.` }
}

/** What somebody wrote about the window wins over what the server or the table says. */
const named = (settings: Settings, name: string, window: number | null): Pick<Provider, 'settings' | 'hasModel'> => {
  const context_window = settings.model.context_window ?? window ?? undefined
  const model = {
    ...settings.model,
    name: settings.model.name ?? name,
    ...(context_window === undefined ? {} : { context_window }),
  }
  return { settings: { ...settings, model }, hasModel: true }
}
