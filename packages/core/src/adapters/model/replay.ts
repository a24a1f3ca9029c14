/**
 * Plays a recording as if it were a model: one step a sampling request, the closing words after the last. Where a thread
 * stands is kept by its cache key; a fresh process finds the place by the last recorded call or answer in the history.
 */
import { readFile } from 'node:fs/promises'
import type { HistoryItem } from '@rawr/protocol'
import { isToolCall, textOfParts } from '@rawr/protocol'
import type { ModelClient, ModelEvent, ModelFailure, ModelItem, SamplingRequest } from '../../ports/model-client.ts'
import { callIdsOf, type RecordedStep, type Recording, readRecording } from './recording.ts'

/** Threads whose place is remembered; an older one finds its place in its history again. */
const THREADS_MAX = 1_000
const DELTA_CHARS = 48

/** Asked beside the work (a packet, a judgment), a recording has nothing to say and does not move on. */
const SIDE_ANSWER = 'A recorded model answers only what was recorded.'

export const createReplayClient = (path: string): ModelClient => {
  let loading: Promise<Recording | ModelFailure> | null = null
  const load = () => {
    loading ??= loadRecording(path)
    return loading
  }
  const places = new Map<string, number>()
  return {
    async *sample(request, signal) {
      const recording = await load()
      if (isFailure(recording)) {
        yield { type: 'failed', failure: recording }
        return
      }
      if (isSideQuestion(request)) {
        yield* answer({ items: [{ type: 'message', text: SIDE_ANSWER }], usage: null }, signal)
        return
      }
      const at = places.get(request.cacheKey) ?? placeIn(recording, request.items)
      for await (const event of answer(stepAt(recording, at), signal)) {
        // Only an answer that arrived whole is behind us: an interrupted one is given again.
        if (event.type === 'completed') remember(places, request.cacheKey, Math.min(at + 1, recording.steps.length))
        yield event
      }
    },
    listModels: async () => {
      const recording = await load()
      if (isFailure(recording)) return []
      const { model, contextWindow } = recording
      return [contextWindow === null ? { id: model } : { id: model, contextWindow }]
    },
  }
}

const loadRecording = async (path: string): Promise<Recording | ModelFailure> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return { kind: 'not_found', message: `No recording can be read at ${path}.`, transient: false }
  }
  const recording = readRecording(text)
  if (recording.ok) return recording.value
  const { line, reason } = recording.error
  return { kind: 'garbage', message: `${path}, line ${line}: ${reason}`, transient: false }
}

const isFailure = (loaded: Recording | ModelFailure): loaded is ModelFailure => 'kind' in loaded

const isSideQuestion = ({ toolChoice, outputSchema }: SamplingRequest): boolean =>
  toolChoice === 'none' || outputSchema !== undefined

const stepAt = (recording: Recording, at: number): RecordedStep =>
  recording.steps[at] ?? { items: [{ type: 'message', text: recording.closing }], usage: null }

/** The step behind the last one that left a trace in the history; a history without any begins at the first. */
const placeIn = (recording: Recording, items: readonly HistoryItem[]): number => {
  for (const item of items.toReversed()) {
    const at = recording.steps.findLastIndex((step) => hasSaid(step, item))
    if (at >= 0) return at + 1
  }
  return 0
}

const hasSaid = (step: RecordedStep, item: HistoryItem): boolean => {
  if (isToolCall(item)) return callIdsOf(step).includes(item.call_id)
  if (item.type !== 'message' || item.role !== 'assistant') return false
  const text = textOfParts(item.content)
  return step.items.some((said) => said.type === 'message' && said.text === text)
}

const remember = (places: Map<string, number>, key: string, at: number): void => {
  places.delete(key)
  places.set(key, at)
  const oldest = places.keys().next()
  if (places.size > THREADS_MAX && !oldest.done) places.delete(oldest.value)
}

async function* answer({ items, usage }: RecordedStep, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
  for (const [index, item] of items.entries()) {
    for (const event of [...deltas(item, index), { type: 'item_done', index, item } as const]) {
      if (signal.aborted) {
        yield { type: 'failed', failure: { kind: 'aborted', message: 'The request was cancelled.', transient: false } }
        return
      }
      yield event
    }
  }
  yield { type: 'completed', usage, stop: items.some(({ type }) => type === 'function_call') ? 'tool_calls' : 'end' }
}

const deltas = (item: ModelItem, index: number): ModelEvent[] => {
  switch (item.type) {
    case 'message':
      return pieces(item.text).map((text) => ({ type: 'text_delta', index, text }))
    case 'reasoning':
      return pieces(item.summary.join('\n\n')).map((text) => ({ type: 'reasoning_delta', index, text }))
    case 'function_call':
      return []
  }
}

/** Cut in front of a word, so that no character is halved. */
const pieces = (text: string): string[] =>
  text.match(new RegExp(`[^]{1,${DELTA_CHARS}}(?=\\s|$)|\\S+|\\s+`, 'gu')) ?? []
