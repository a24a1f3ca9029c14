/**
 * A model that says what a test wrote down, one answer a request: texts, tool calls, faults, with usage or without. Every
 * request is kept, so that a test can look at what was sent.
 */
import type { TokenUsage } from '@rawr/protocol'
import type { ModelClient, ModelEvent, ModelFailure, ModelItem, SamplingRequest } from '../ports/model-client.ts'

export type ScriptedCall = { readonly name: string; readonly arguments: unknown; readonly callId?: string }

export type ScriptedStep =
  | {
      /** Streams in two pieces, then stands as a whole. */
      readonly text?: string
      readonly reasoning?: string
      readonly calls?: readonly ScriptedCall[]
      /** Reported; `null` or absent: nothing is. */
      readonly usage?: TokenUsage | null
      readonly stop?: Extract<ModelEvent, { type: 'completed' }>['stop']
      /** The answer is held back until this resolves. */
      readonly after?: Promise<unknown>
      /** Behind the calls the stream waits for this; then it ends, or fails with what it resolves to. */
      readonly holdEnd?: Promise<ModelFailure | null>
      /** After this much of the text the stream waits for ever, until it is aborted. */
      readonly hangAfter?: string
    }
  | { readonly fault: ModelFailure; readonly textBefore?: string }
  | ((request: SamplingRequest) => ScriptedStep)

export type ScriptedModel = ModelClient & {
  readonly requests: readonly SamplingRequest[]
  /** Steps not used yet. */
  stepsLeft(): number
}

/** Answers in the order of `steps`; a request beyond them fails and says so. */
export const scriptedModel = (steps: readonly ScriptedStep[]): ScriptedModel => {
  const requests: SamplingRequest[] = []
  let used = 0
  return {
    requests,
    stepsLeft: () => Math.max(0, steps.length - used),
    listModels: async () => [],
    sample: (request, signal) => {
      requests.push(request)
      const step = steps[used] ?? BEYOND
      used += 1
      return play(step, { request, signal, number: requests.length })
    },
  }
}

export const failure = (kind: ModelFailure['kind'], more: Partial<ModelFailure> = {}): ModelFailure => ({
  kind,
  message: `scripted ${kind}`,
  transient: ['rate_limited', 'server_error', 'unreachable', 'stream_cut', 'stream_idle', 'garbage'].includes(kind),
  ...more,
})

/** A report with nothing cached. */
export const usage = (input_tokens: number, output_tokens: number): TokenUsage => ({
  input_tokens,
  cached_input_tokens: 0,
  output_tokens,
  reasoning_output_tokens: 0,
  total_tokens: input_tokens + output_tokens,
})

const BEYOND: ScriptedStep = {
  fault: { kind: 'refused', message: 'the script of the model has no step left', transient: false },
}

type Playing = { readonly request: SamplingRequest; readonly signal: AbortSignal; readonly number: number }

async function* play(step: ScriptedStep, playing: Playing): AsyncGenerator<ModelEvent> {
  if (typeof step === 'function') return yield* play(step(playing.request), playing)
  if ('fault' in step) {
    if (step.textBefore !== undefined) yield { type: 'text_delta', index: 0, text: step.textBefore }
    return yield { type: 'failed', failure: step.fault }
  }
  await step.after
  let index = 0
  if (step.reasoning !== undefined) {
    yield { type: 'reasoning_delta', index, text: step.reasoning }
    yield { type: 'item_done', index, item: { type: 'reasoning', summary: [step.reasoning] } }
    index += 1
  }
  if (step.hangAfter !== undefined) {
    yield { type: 'text_delta', index, text: step.hangAfter }
    return yield await untilAborted(playing.signal)
  }
  if (step.text !== undefined) {
    const half = Math.floor(step.text.length / 2)
    for (const text of [step.text.slice(0, half), step.text.slice(half)])
      if (text !== '') yield { type: 'text_delta', index, text }
    yield { type: 'item_done', index, item: { type: 'message', text: step.text } }
    index += 1
  }
  for (const [place, call] of (step.calls ?? []).entries())
    yield { type: 'item_done', index: index + place, item: callItem(call, `call_${playing.number}_${place + 1}`) }
  const fault = (await step.holdEnd) ?? null
  if (fault !== null) return yield { type: 'failed', failure: fault }
  const stop = step.stop ?? (step.calls === undefined ? 'end' : 'tool_calls')
  yield { type: 'completed', usage: step.usage ?? null, stop }
}

const callItem = (call: ScriptedCall, callId: string): ModelItem => ({
  type: 'function_call',
  name: call.name,
  arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  callId: call.callId ?? callId,
})

const untilAborted = (signal: AbortSignal): Promise<ModelEvent> =>
  new Promise((resolve) => {
    const end = () => resolve({ type: 'failed', failure: failure('aborted') })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
