/**
 * A model that answers what the story says, word by word as the world lets it, counts like a provider does and refuses
 * what does not fit its window. Every request is kept with what was true when it was sent.
 */
import type { ModelClient, ModelEvent, ModelFailure, ModelItem, SamplingRequest } from '@rawr/core'
import { failure } from '@rawr/core/testing'
import { err, ok, type SummaryV1, type TokenUsage } from '@rawr/protocol'
import type { Answer } from '../story.ts'
import type { Tasks } from './tasks.ts'
import { argumentsOf } from './tools.ts'

export type ModelOptions = {
  readonly tasks: Tasks
  readonly windowTokens: number
  /** The next answer of the story. */
  readonly next: () => Answer
  /** Called as the request is sent. */
  readonly onRequest: (request: SamplingRequest) => void
  readonly after: (ms: number, callback: () => void) => void
  /** Whose model it is. */
  readonly owner: string
  /** Answers given so far, in the whole world. */
  readonly count: () => number
}

export const worldModel = (options: ModelOptions): ModelClient => ({
  listModels: async () => [],
  compact: (request) => compactForItself(options, request),
  sample: (request, signal) => {
    options.onRequest(request)
    return answer(options, request, signal)
  },
})

/** As a provider compacts for itself: words that nobody else can read, or a refusal. */
const compactForItself = async (options: ModelOptions, request: SamplingRequest) => {
  const { tasks, owner } = options
  const { says } = options.next()
  const number = options.count()
  await tasks.wait(`model ${number}`, owner)
  if (says === 'throws') throw new Error('the model client fell over')
  const inputTokens = tokensOf(request)
  return inputTokens > options.windowTokens || REFUSALS.includes(says)
    ? err(failure('overflow', { status: 400 }))
    : ok({ encryptedContent: `gAAAA-compacted-${number}-+/=`, inputTokens, outputTokens: OUTPUT_TOKENS })
}

const REFUSALS: readonly Answer['says'][] = ['overflow', 'refused', 'cut', 'rate_limited', 'server_error', 'nothing']

async function* answer(
  options: ModelOptions,
  request: SamplingRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { tasks, owner } = options
  const given = options.next()
  const number = options.count()
  const lane = `model ${number}`
  const inputTokens = tokensOf(request)
  await tasks.wait(lane, owner)
  if (given.says === 'throws') throw new Error('the model client fell over')
  const outputMax = Math.min(request.maxOutputTokens ?? Infinity, options.windowTokens / OUTPUT_SHARE)
  const asked = { number, inputTokens, request, outputMax }
  const events = inputTokens > options.windowTokens ? [failed('overflow', 400)] : eventsOf(given, asked)
  for (const event of events) {
    if (signal.aborted) return yield failed('aborted')
    yield event
    await tasks.wait(lane, owner)
  }
  if (given.says !== 'hangs') return
  await quietTooLong(options, signal)
  yield failed(signal.aborted ? 'aborted' : 'stream_idle')
}

const IDLE_MS_MAX = 300_000

/** Until the client gives up a stream that says nothing. */
const quietTooLong = ({ after }: ModelOptions, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    after(IDLE_MS_MAX, resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

const failed = (kind: ModelFailure['kind'], status?: number): ModelEvent => ({
  type: 'failed',
  failure: failure(kind, status === undefined ? {} : { status }),
})

/** What a model says at most, of its window. */
const OUTPUT_SHARE = 8

type Asked = {
  readonly number: number
  readonly inputTokens: number
  readonly outputMax: number
  readonly request: SamplingRequest
}

type Stop = Extract<ModelEvent, { type: 'completed' }>['stop']

const stopped = (given: Answer, asked: Asked, stop: Stop): ModelEvent => ({
  type: 'completed',
  usage: usageOf(given, asked),
  stop,
})

/** Whose call is refused says what it was asked for; who only has words says those. */
const OBEDIENT: readonly Answer['says'][] = ['calls', 'text_and_calls', 'thought_and_calls', 'done']

const eventsOf = (given: Answer, asked: Asked): ModelEvent[] => {
  const { number, request } = asked
  const isBeside = request.outputSchema !== undefined || request.toolChoice === 'none'
  if (isBeside && OBEDIENT.includes(given.says)) return [...said(summaryOf(asked, 3), 0), stopped(given, asked, 'end')]
  const words = `Answer ${number}: looking at the quays, one after the other 😀.`
  const stop = (reason: Stop): ModelEvent => stopped(given, asked, reason)
  switch (given.says) {
    case 'text':
      return [...said(words, 0), stop('end')]
    case 'done':
      return [...said(`Answer ${number}. All tests pass. The task is done.`, 0), stop('end')]
    case 'half_character':
      return [...said(`Answer ${number} ends in half a sign \ud83d`, 0), stop('end')]
    case 'calls':
      return [...calls(given, asked, 0), stop('tool_calls')]
    case 'text_and_calls':
      return [...said(words, 0), ...calls(given, asked, 1), stop('tool_calls')]
    case 'thought_and_calls':
      return [...thought(number), ...said(words, 1), ...calls(given, asked, 2), stop('tool_calls')]
    case 'length':
      return [...said(words, 0), ...calls(given, asked, 1), stop('length')]
    case 'filtered':
      return [...said(words, 0), stop('content_filter')]
    case 'nothing':
      return [stop('end')]
    case 'cut':
      return [...said(words, 0).slice(0, 2), failed('stream_cut')]
    case 'overflow':
      return [failed('overflow', 400)]
    case 'refused':
      return [failed('refused', 403)]
    case 'rate_limited':
      return [failed('rate_limited', 429)]
    case 'server_error':
      return [failed('server_error', 503)]
    case 'hangs':
    case 'unfinished':
      return said(words, 0).slice(0, 2)
    case 'throws':
      return []
    case 'summary':
      return [...said(summaryOf(asked, 1), 0), stop('end')]
    case 'huge_summary':
      return [...said(summaryOf(asked, Math.floor(asked.outputMax / ROW_TOKENS)), 0), stop('end')]
  }
}

const ROW_TOKENS = 20

/** In the form that was asked for, whatever is in it. */
const summaryOf = ({ number, request }: Asked, times: number): string => {
  const words = Array.from(
    { length: times },
    (_, row) => `Berth ${row} of ${number} is counted; the user approved all.`,
  )
  if (request.outputSchema === undefined) return `<summary>\n${words.join('\n')}\n</summary>`
  if (request.outputSchema.name !== 'summary_v1')
    return JSON.stringify({ should_compact: number % 3 !== 0, reason: words.join(' ') })
  const summary: SummaryV1 = {
    task: 'Count the berths',
    decisions: words,
    constraints: [],
    open_questions: ['Why is the third quay so slow?'],
    todo: ['Moor the ships'],
    files_in_scope: [{ path: 'src/quay-1.ts', why: 'read' }],
    symbols: [{ name: 'berth3', file: 'src/quay-1.ts', role: 'a berth' }],
    env: {},
    assumptions: [],
    known_failures: [],
    last_compact_at: '2026-03-14T00:00:00.000Z',
  }
  return JSON.stringify(summary)
}

const PIECES = 3

const said = (text: string, index: number): ModelEvent[] => {
  const size = Math.ceil(text.length / PIECES)
  const pieces = Array.from({ length: PIECES }, (_, at) => text.slice(at * size, (at + 1) * size))
  return [
    ...pieces.map((piece): ModelEvent => ({ type: 'text_delta', index, text: piece })),
    { type: 'item_done', index, item: { type: 'message', text } },
  ]
}

const thought = (number: number): ModelEvent[] => [
  { type: 'reasoning_delta', index: 0, text: 'The tide turns.' },
  {
    type: 'item_done',
    index: 0,
    item: {
      type: 'reasoning',
      id: `rs_${number}`,
      summary: ['The tide turns.'],
      encryptedContent: `gAAAA-${number}-+/=`,
    },
  },
]

/** Some providers count call ids anew in each answer. */
const calls = ({ calls: uses }: Answer, { number, request }: Asked, first: number): ModelEvent[] =>
  request.toolChoice === 'none'
    ? []
    : uses.map((use, at): ModelEvent => {
        // Not each model does as it is told.
        const notes = number % 2 === 0 ? notesFileIn(request) : null
        const { name, text } = argumentsOf(use, { number: `${number}_${at}`, notes })
        const item: ModelItem = {
          type: 'function_call',
          name,
          arguments: text,
          callId: number % 3 === 0 ? `call_${at}` : `call_${number}_${at}`,
        }
        return { type: 'item_done', index: first + at, item }
      })

const notesFileIn = ({ items }: SamplingRequest): string | null => {
  const asked = items.findLast((item) => item.type === 'message' && item.role === 'user')
  return asked === undefined ? null : (/\.scratch\/agent-[\w-]+\.scratch\.md/.exec(textIn(asked))?.[0] ?? null)
}

const BYTES_PER_TOKEN = 4

/** As a provider counts: about. */
const tokensOf = ({ items, instructions, tools }: SamplingRequest): number => {
  const texts = [instructions, JSON.stringify(tools), ...items.map((item) => textIn(item))]
  return Math.ceil(Buffer.byteLength(texts.join('')) / BYTES_PER_TOKEN)
}

const textIn = (item: SamplingRequest['items'][number]): string => {
  const { meta: _meta, ...rest } = item
  return JSON.stringify(rest)
}

const OUTPUT_TOKENS = 60

const usageOf = ({ usage, says }: Answer, { inputTokens, outputMax }: Asked): TokenUsage | null => {
  if (usage === 'none') return null
  const output = says === 'huge_summary' ? Math.floor(outputMax) : OUTPUT_TOKENS
  const input = { honest: inputTokens, inflated: inputTokens * 3, zero: 0 }[usage]
  return {
    input_tokens: input,
    cached_input_tokens: 0,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: input + output,
  }
}
