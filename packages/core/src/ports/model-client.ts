/**
 * A model behind whichever provider. The stream ends with exactly one `completed` or `failed`; what a provider throws,
 * cuts or garbles arrives as `failed`, never as an exception. Retrying is not the client's business: the turn machine
 * decides it from `failure.transient`.
 */
import type { HistoryItem, Result, TokenUsage } from '@rawr/protocol'

/** Where requests go if nobody names a server. */
export const OPENAI_URL = 'https://api.openai.com/v1'

export type ToolSpec = {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export type SamplingRequest = {
  readonly model: string
  /** The static system prompt. */
  readonly instructions: string
  /** The model-visible history in order; already legal (L1). */
  readonly items: readonly HistoryItem[]
  readonly tools: readonly ToolSpec[]
  readonly toolChoice: 'auto' | 'none'
  readonly maxOutputTokens?: number
  readonly reasoningEffort?: string
  /** How much it says of its own accord. */
  readonly verbosity?: string
  /** Ask for JSON of this schema. */
  readonly outputSchema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
  /** The thread: providers use it to find the cached prefix. */
  readonly cacheKey: string
}

/** What a model says, before it has an id and a place in the history. */
export type ModelItem =
  | { readonly type: 'message'; readonly text: string }
  | {
      readonly type: 'reasoning'
      readonly id?: string
      readonly summary: readonly string[]
      readonly encryptedContent?: string
    }
  | { readonly type: 'function_call'; readonly name: string; readonly arguments: string; readonly callId: string }

export type ModelFailure = {
  readonly kind:
    | 'overflow'
    | 'unauthorized'
    | 'not_found'
    | 'refused'
    | 'rate_limited'
    | 'server_error'
    | 'unreachable'
    | 'stream_cut'
    | 'stream_idle'
    | 'garbage'
    | 'too_large'
    | 'aborted'
  /** HTTP status, where there was one. */
  readonly status?: number
  /** What happened and what to do, in one sentence, without secrets. */
  readonly message: string
  readonly retryAfterMs?: number
  /** The same request may succeed later. */
  readonly transient: boolean
}

export type ModelEvent =
  /** A piece of the item with this index in the answer; items start with their first delta. */
  | { readonly type: 'text_delta'; readonly index: number; readonly text: string }
  | { readonly type: 'reasoning_delta'; readonly index: number; readonly text: string }
  | { readonly type: 'item_done'; readonly index: number; readonly item: ModelItem }
  /** The provider takes no more than a part of what was said, and gets that from here on; a sentence for the person. */
  | { readonly type: 'conceded'; readonly message: string }
  | {
      readonly type: 'completed'
      /** `null` where the provider reported nothing. */
      readonly usage: TokenUsage | null
      readonly stop: 'end' | 'tool_calls' | 'length' | 'content_filter'
    }
  | { readonly type: 'failed'; readonly failure: ModelFailure }

export type ModelInfo = { readonly id: string; readonly contextWindow?: number }

/** What a provider condensed for itself. */
export type RemoteCompaction = {
  readonly encryptedContent: string
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface ModelClient {
  sample(request: SamplingRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** Absent where the provider has nothing of the kind. */
  compact?(request: SamplingRequest, signal: AbortSignal): Promise<Result<RemoteCompaction, ModelFailure>>
  /** What the server offers; an empty list where it does not tell. */
  listModels(signal: AbortSignal): Promise<readonly ModelInfo[]>
}
