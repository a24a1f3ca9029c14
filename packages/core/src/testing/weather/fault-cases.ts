/**
 * What providers do wrong, each in the words of both APIs: at the start of an answer, and after a piece of it has come.
 * Bodies are as the providers document or were seen to send them (`adapters/model/overflow-rows.ts` has the sources).
 */
import {
  type Answer,
  chat,
  http,
  responses,
  sse,
  sseThenReset,
  sseThenSilence,
} from '../../adapters/model/testing/provider-server.ts'
import type { Wire } from '../../adapters/model/testing/sampling.ts'
import { begunEvents, speak, spokenEvents } from '../../adapters/model/testing/speak.ts'

export type FaultCase = {
  readonly name: string
  /** Instead of an answer. */
  readonly first: (wire: Wire) => Answer
  /** After the first piece of an answer; absent where it cannot happen there. */
  readonly midStream?: (wire: Wire) => Answer
  /** It says nothing for ever: only the idle time-out ends it. */
  readonly isSilent?: true
}

/** What had streamed in when it went wrong. */
const BEGUN = 'I will look'

const begun = (wire: Wire) => begunEvents(wire, BEGUN)

const errorBody = (code: string, message: string) => ({ error: { message, type: 'error', param: null, code } })

/** An error told inside a stream. */
const reported = (code: string, message: string) => (wire: Wire) =>
  sse(
    ...begun(wire),
    wire === 'responses'
      ? { type: 'response.failed', response: { status: 'failed', error: { code, message } } }
      : { error: { code, message } },
  )

const refusal = (
  status: number,
  words: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
) => ({ first: () => http(status, errorBody(words.code, words.message), headers) })

/** Said with a status at the start, and inside the stream later. */
const both = (status: number, words: { readonly code: string; readonly message: string }, headers = {}) => ({
  ...refusal(status, words, headers),
  midStream: reported(words.code, words.message),
})

const events = (of: (wire: Wire) => readonly (object | string)[]) => ({
  first: (wire: Wire) => sse(...of(wire)),
  midStream: (wire: Wire) => sse(...begun(wire), ...of(wire)),
})

const halfCall = (wire: Wire): readonly object[] =>
  wire === 'responses'
    ? [
        {
          type: 'response.output_item.added',
          output_index: 1,
          item: { type: 'function_call', call_id: 'c_half', name: 'read', arguments: '' },
        },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"path":"qu' },
      ]
    : [chat.delta({ tool_calls: [{ index: 0, id: 'c_half', function: { name: 'read', arguments: '{"path":"qu' } }] })]

const strangers = (wire: Wire): readonly (object | string)[] => {
  const answer = spokenEvents(wire, { text: 'Done.', usage: [400, 5] })
  if (wire === 'chat') return [chat.delta({ holograms: [{ id: 1 }], content: '' }), ...answer]
  return [
    { type: 'response.hologram.delta', output_index: 7, delta: 'x' },
    responses.done({ id: 'h1', type: 'hologram_call', status: 'completed', beams: 3 }, 7),
    ...answer,
  ]
}

const usageOf = (wire: Wire, usage: object | null): Answer => {
  const answer = spokenEvents(wire, { text: 'Done.' })
  if (wire === 'responses') return sse(...answer.slice(0, -1), responses.completed({ usage }))
  return sse(...answer.slice(0, -1), ...(usage === null ? [] : [chat.usage(usage)]), chat.done)
}

const oddUsage = (input: unknown, output: unknown) => ({
  first: (wire: Wire) =>
    usageOf(
      wire,
      wire === 'responses'
        ? { input_tokens: input, output_tokens: output, total_tokens: 'many' }
        : { prompt_tokens: input, completion_tokens: output, total_tokens: 'many' },
    ),
})

const TOO_LONG =
  "This model's maximum context length is 16000 tokens. However, your messages resulted in 20000 tokens. Please reduce the length of the messages."

export const FAULT_CASES: readonly FaultCase[] = [
  { name: '401, a bad key', ...both(401, { code: 'invalid_api_key', message: 'Incorrect API key provided.' }) },
  { name: '403, not allowed', ...both(403, { code: 'unsupported_country', message: 'Country not supported.' }) },
  { name: '404, no such model', ...both(404, { code: 'model_not_found', message: 'The model `m` does not exist.' }) },
  { name: '400, a refused field', ...refusal(400, { code: 'invalid_value', message: 'Invalid value: x.' }) },
  {
    name: '400, the model knows no tools',
    ...refusal(400, { code: 'invalid_request_error', message: 'gemma3:4b does not support tools' }),
  },
  { name: 'overflow', ...both(400, { code: 'context_length_exceeded', message: TOO_LONG }) },
  {
    name: 'overflow in words alone',
    ...both(400, { code: '', message: "Input length (20000) exceeds model's maximum context length (16000)." }),
  },
  { name: '413, the body is too large', ...refusal(413, { code: '', message: 'Payload Too Large' }) },
  {
    name: '429 with retry-after',
    ...both(
      429,
      { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 1s.' },
      { 'retry-after': '1' },
    ),
  },
  {
    name: '429, a limit of tokens per minute',
    ...both(429, {
      code: 'rate_limit_exceeded',
      message: 'Limit 30000 tokens per min reached. Please try again in 2s.',
    }),
  },
  {
    name: '429 to wait for longer than five minutes',
    ...refusal(429, { code: 'usage_limit', message: 'Usage limit reached.' }, { 'retry-after': '3600' }),
  },
  {
    name: '429, no credit left',
    ...both(429, { code: 'insufficient_quota', message: 'You exceeded your current quota.' }),
  },
  { name: '500', ...both(500, { code: 'server_error', message: 'The server had an error.' }) },
  { name: '503, overloaded', ...both(503, { code: 'server_overloaded', message: 'Overloaded.' }) },
  { name: '502 with a page of HTML', first: () => http(502, '<html><h1>Bad gateway</h1></html>') },
  { name: '200 with a page of HTML', first: () => http(200, '<html>Please log in</html>') },
  { name: '200 with an error in JSON', first: () => http(200, errorBody('server_error', 'It broke.')) },
  {
    name: 'dropped',
    first: () => (response) => {
      response.destroy()
    },
    midStream: (wire) => sseThenReset(...begun(wire)),
  },
  {
    name: 'silent',
    first: () => sseThenSilence(),
    midStream: (wire) => sseThenSilence(...begun(wire)),
    isSilent: true,
  },
  { name: 'ended without its last event', first: () => sse(), midStream: (wire) => sse(...begun(wire)) },
  { name: 'a line that is no JSON', ...events(() => ['data: {"type":"resp\n\n']) },
  {
    name: 'an event without its fields',
    ...events((wire) =>
      wire === 'responses' ? [{ type: 'response.output_text.delta' }] : [{ choices: [{ delta: { tool_calls: 'x' } }] }],
    ),
  },
  { name: 'half a call', ...events(halfCall) },
  { name: 'kinds of items nobody knows', first: (wire) => sse(...strangers(wire)) },
  { name: 'an empty answer', first: (wire) => speak(wire, { usage: [400, 0] }) },
  { name: 'no usage', first: (wire) => usageOf(wire, null) },
  { name: 'usage of zero', ...oddUsage(0, 0) },
  { name: 'usage that is no number', ...oddUsage('400', -3) },
  { name: 'usage far below what was sent', ...oddUsage(3, 5) },
  { name: 'usage far above the window', ...oddUsage(900_000, 5) },
  { name: 'cut at the output limit', first: (wire) => speak(wire, { text: 'Do', usage: [400, 2], stop: 'length' }) },
  {
    name: 'stopped by a filter',
    first: (wire) => speak(wire, { text: 'Do', usage: [400, 2], stop: 'content_filter' }),
  },
  {
    name: 'a whole answer on a connection that stays open',
    first: (wire) => sseThenSilence(...spokenEvents(wire, { text: 'Done.', usage: [400, 5] })),
  },
]
