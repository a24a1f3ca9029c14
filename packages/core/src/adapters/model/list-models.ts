/**
 * What a server offers, with the window where it tells: in its list (vLLM, OpenRouter), or, for a server on the own network,
 * at its native addresses (LM Studio, llama.cpp, Ollama). A wrong window hurts more than none, so only figures that the
 * running server will really honour are taken.
 */
import { err, ok, type Result } from '@rawr/protocol'
import { z } from 'zod'
import type { ModelInfo } from '../../ports/model-client.ts'
import type { Connection } from './connection.ts'
import { codeInside, type Fault, innermostWords } from './fault.ts'

export type ListPlace = Pick<Connection, 'baseUrl' | 'query' | 'headers'>

const LIST_TIMEOUT_MS = 10_000
const NATIVE_TIMEOUT_MS = 1_000

const tokens = z.number().int().positive().nullish().catch(null)

const Listed = z.object({
  id: z.string().min(1),
  created: z.number().nullish().catch(null),
  max_model_len: tokens,
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
})

/** Newest first where the server dates them; empty where it does not answer or has no list. */
export const listModels = async (
  place: ListPlace,
  signal: AbortSignal,
  timeoutMs = LIST_TIMEOUT_MS,
): Promise<readonly ModelInfo[]> => {
  const asked = await askModels(place, signal, timeoutMs)
  return asked.ok ? asked.value : []
}

/** The same, for who wants to know why: a server without a list is none that is out of reach or refuses the key. */
export const askModels = async (
  place: ListPlace,
  signal: AbortSignal,
  timeoutMs = LIST_TIMEOUT_MS,
): Promise<Result<readonly ModelInfo[], Fault>> => {
  const body = await getJson({ url: urlOf(place, '/models'), place, timeoutMs, signal })
  if (!body.ok) return isNoList(body.error) ? ok([]) : body
  const list = z.object({ data: z.array(z.unknown()) }).safeParse(body.value)
  return ok(list.success ? await modelsOf(list.data.data, place, signal) : [])
}

const REFUSALS: readonly number[] = [401, 403]

/** It is there and answers, if not with what was asked for. */
const isNoList = (fault: Fault): boolean =>
  fault.type === 'garbage' || (fault.type === 'http' && fault.status < 500 && !REFUSALS.includes(fault.status))

const modelsOf = async (
  entries: readonly unknown[],
  place: ListPlace,
  signal: AbortSignal,
): Promise<readonly ModelInfo[]> => {
  const models = entries.flatMap((entry) => Listed.safeParse(entry).data ?? [])
  const newestFirst = models.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0))
  const infos = newestFirst.map((model) => infoOf(model.id, listedWindow(model)))
  const isOwnNetwork = place.baseUrl.startsWith('http:')
  return isOwnNetwork && infos.some(({ contextWindow }) => contextWindow === undefined)
    ? withNativeWindows(infos, place, signal)
    : infos
}

const listedWindow = (model: z.infer<typeof Listed>): number | null =>
  model.max_model_len ?? model.context_length ?? model.context_window ?? model.max_context_length ?? null

const infoOf = (id: string, contextWindow: number | null): ModelInfo =>
  contextWindow === null ? { id } : { id, contextWindow }

type WindowOf = (id: string) => number | null

const withNativeWindows = async (
  infos: readonly ModelInfo[],
  place: ListPlace,
  signal: AbortSignal,
): Promise<ModelInfo[]> => {
  const root: Native = { place: { ...place, baseUrl: place.baseUrl.replace(/\/v1$/, '') }, signal }
  const [studio, llama, ollama] = await Promise.all([studioWindows(root), llamaWindow(root), ollamaWindows(root)])
  return infos.map(({ id, contextWindow }) => infoOf(id, contextWindow ?? studio(id) ?? llama(id) ?? ollama(id)))
}

type Native = { readonly place: ListPlace; readonly signal: AbortSignal }

/** LM Studio: what the model is loaded with, or could be. */
const studioWindows = async (native: Native): Promise<WindowOf> => {
  const Entry = z.object({ id: z.string(), loaded_context_length: tokens, max_context_length: tokens })
  const list = z.object({ data: z.array(Entry) }).safeParse(await nativeJson(native, '/api/v0/models'))
  const models = new Map(list.data?.data.map((entry) => [entry.id, entry]))
  return (id) => models.get(id)?.loaded_context_length ?? models.get(id)?.max_context_length ?? null
}

/** llama.cpp serves one model with one window. */
const llamaWindow = async (native: Native): Promise<WindowOf> => {
  const Props = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) })
  const props = Props.safeParse(await nativeJson(native, '/props'))
  return () => props.data?.default_generation_settings.n_ctx ?? null
}

/** Ollama cuts in silence at the window a model was loaded with; one that is not loaded yet may get as little as this. */
const OLLAMA_WINDOW = 4_096

const ollamaWindows = async (native: Native): Promise<WindowOf> => {
  const version = z.object({ version: z.string() }).safeParse(await nativeJson(native, '/api/version'))
  if (!version.success) return () => null
  const Loaded = z.object({ models: z.array(z.object({ name: z.string(), context_length: tokens })) })
  const loaded = Loaded.safeParse(await nativeJson(native, '/api/ps'))
  const windows = new Map(loaded.data?.models.map(({ name, context_length }) => [name, context_length]))
  return (id) => windows.get(id) ?? windows.get(`${id}:latest`) ?? OLLAMA_WINDOW
}

const nativeJson = async ({ place, signal }: Native, path: string): Promise<unknown> => {
  const body = await getJson({ url: urlOf(place, path), place, timeoutMs: NATIVE_TIMEOUT_MS, signal })
  return body.ok ? body.value : null
}

const urlOf = ({ baseUrl, query }: ListPlace, path: string): string => {
  const search = new URLSearchParams(query).toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

type Get = {
  readonly url: string
  readonly place: ListPlace
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const BODY_CHARACTERS_MAX = 2_000

const getJson = async ({ url, place, timeoutMs, signal }: Get): Promise<Result<unknown, Fault>> => {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(url, { headers: { accept: 'application/json', ...place.headers }, signal: patience })
    const { status, headers } = response
    const body = await response.text()
    if (!response.ok) return err({ type: 'http', status, headers, body: body.slice(0, BODY_CHARACTERS_MAX) })
    return ok(JSON.parse(body))
  } catch (thrown) {
    return err(faultOf(thrown, patience))
  }
}

const faultOf = (thrown: unknown, patience: AbortSignal): Fault => {
  if (patience.aborted) return { type: 'connection', code: 'ETIMEDOUT' }
  if (thrown instanceof SyntaxError) return { type: 'garbage', detail: 'no JSON' }
  const code = codeInside(thrown)
  return code === null ? { type: 'unsendable', detail: innermostWords(thrown) } : { type: 'connection', code }
}
