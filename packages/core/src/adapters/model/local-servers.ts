/** Model servers on this machine, looked for at their usual ports when nobody said where the model is. */
import type { ModelInfo } from '../../ports/model-client.ts'
import { listModels } from './list-models.ts'

export type LocalServer = {
  readonly name: string
  readonly baseUrl: string
  /** All four speak it; their Responses API is younger. */
  readonly wireApi: 'chat'
  /** At least one. */
  readonly models: readonly ModelInfo[]
}

export type Candidate = { readonly name: string; readonly baseUrl: string }

export const USUAL_PORTS: readonly Candidate[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
]

/** A server of this machine answers at once or is not there. */
const DETECT_TIMEOUT_MS = 500

/** Those that answer with a model, in the order asked; anything else that listens there is passed over. */
export const detectLocalServers = async (
  signal: AbortSignal,
  candidates: readonly Candidate[] = USUAL_PORTS,
): Promise<LocalServer[]> => {
  const found = await Promise.all(
    candidates.map(async ({ name, baseUrl }) => ({
      name,
      baseUrl,
      wireApi: 'chat' as const,
      models: await listModels({ baseUrl, query: {}, headers: {} }, signal, DETECT_TIMEOUT_MS),
    })),
  )
  return found.filter(({ models }) => models.length > 0)
}
