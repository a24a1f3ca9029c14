/**
 * Where a thread's model is: what the settings and the lent environment say, else a server on this machine. What was found
 * becomes part of the thread's settings, so that every client sees it in `session_configured`.
 */
import type { Settings } from '@rawr/protocol'
import { chooseModel } from '../adapters/model/choose-model.ts'
import { connectionOf } from '../adapters/model/connection.ts'
import { listModels } from '../adapters/model/list-models.ts'
import { detectLocalServers } from '../adapters/model/local-servers.ts'
import { knownWindow } from '../adapters/model/model-table.ts'
import { WINDOW_TOKENS_DEFAULT } from '../engine/limits.ts'
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
}

const AZURE_ADDRESS =
  'provider.preset azure needs your own address in provider.base_url: https://NAME.openai.azure.com/openai/v1.'

const WINDOW_ASSUMED = `Nobody tells the window of this model: ${WINDOW_TOKENS_DEFAULT.toLocaleString('en-US')} tokens are assumed. Set model.context_window (--context-window) to its real size.`

/** For OpenAI's own address, where nobody named a model. */
const OPENAI_MODEL = 'gpt-5.2'

export const chooseProvider = async (question: ProviderQuestion): Promise<Provider> => {
  const { settings, env } = question
  const apiKey = question.apiKey ?? env[settings.provider.api_key_env] ?? null
  if (settings.provider.wire_api === 'replay') return { ...named(settings, 'recording', null), apiKey, note: null }
  const { preset } = settings.provider
  const base_url = settings.provider.base_url ?? (preset === undefined ? env.OPENAI_BASE_URL : undefined)
  if (preset === 'azure' && base_url === undefined) return { settings, apiKey, hasModel: false, note: AZURE_ADDRESS }
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

/** The server is asked only for what nobody said: a name, or a window that no table knows. */
const serverProvider = async (
  { settings, clock, signal }: ProviderQuestion,
  apiKey: string | null,
): Promise<Provider> => {
  const { name, context_window } = settings.model
  if (name !== undefined && (context_window ?? knownWindow(name)) !== null)
    return { ...named(settings, name, knownWindow(name)), apiKey, note: null }
  const connection = connectionOf({ settings: settings.provider, apiKey, clock })
  const offered = await listModels(connection, signal)
  const choice = chooseModel({ wanted: name ?? null, offered, address: connection.baseUrl })
  if (!choice.ok) return { settings, apiKey, hasModel: false, note: choice.error }
  const chosen = named(settings, choice.value.model, choice.value.contextWindow)
  return { ...chosen, apiKey, note: chosen.settings.model.context_window === undefined ? WINDOW_ASSUMED : null }
}

const localProvider = async ({ settings, signal }: ProviderQuestion): Promise<Provider> => {
  const [server] = await detectLocalServers(signal)
  const note = `No model: set ${settings.provider.api_key_env}, name a server with --base-url, or start a local one.`
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
