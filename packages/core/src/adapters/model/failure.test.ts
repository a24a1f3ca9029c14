import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelFailure } from '../../ports/model-client.ts'
import {
  type Answer,
  chat,
  http,
  responses,
  sse,
  sseThenReset,
  sseThenSilence,
  startProvider,
} from './testing/provider-server.ts'
import { clientAt, sampleAll, type Wire } from './testing/sampling.ts'

const KEY = 'sk-live-9876543210abcdef'

/** The first piece of a good answer, in either format. */
const begin: Readonly<Record<Wire, object>> = {
  responses: responses.text('Hel'),
  chat: chat.delta({ content: 'Hel' }),
}

const failureFrom = async (wire: Wire, answer: Answer, idleMs = 2_000): Promise<ModelFailure> => {
  const provider = await startProvider(answer)
  onTestFinished(provider.close)
  const client = clientAt(provider.url, { wire_api: wire, stream_idle_timeout_ms: idleMs }, KEY)
  const events = await sampleAll(client)
  const last = events.at(-1)
  expect(events.filter(({ type }) => type === 'failed' || type === 'completed')).toHaveLength(1)
  expect(provider.sent).toHaveLength(1)
  if (last?.type !== 'failed') throw new Error(`ended with ${JSON.stringify(last)}`)
  return last.failure
}

type Row = {
  readonly what: string
  readonly answer: (wire: Wire) => Answer
  readonly expected: Partial<ModelFailure>
  readonly says?: RegExp
}

const error = (fields: object) => ({ error: { message: 'Something.', type: 'invalid_request_error', ...fields } })

const HTTP_ROWS: readonly Row[] = [
  {
    what: 'a 400 the table does not know',
    answer: () => http(400, error({ message: 'Bad parameter.' })),
    expected: { kind: 'refused', status: 400, transient: false },
    says: /Bad parameter/,
  },
  {
    what: 'a 400 of overflow',
    answer: () => http(400, error({ code: 'context_length_exceeded' })),
    expected: { kind: 'overflow', status: 400, transient: false },
  },
  {
    what: 'a 401',
    answer: () => http(401, error({ message: `Incorrect API key provided: ${KEY}.` })),
    expected: { kind: 'unauthorized', status: 401, transient: false },
    says: /OPENAI_API_KEY/,
  },
  {
    what: 'a 403',
    answer: () => http(403, error({ message: 'Country not supported.' })),
    expected: { kind: 'refused', status: 403, transient: false },
    says: /Country not supported/,
  },
  {
    what: 'a 404 with a page instead of a body',
    answer: () => http(404, '<html><body><h1>Not Found</h1></body></html>'),
    expected: { kind: 'not_found', status: 404, transient: false },
    says: /test-model.*Not Found.*\/v1/,
  },
  {
    what: 'a 413 from a proxy',
    answer: () => http(413, '<html>Request Entity Too Large</html>'),
    expected: { kind: 'too_large', status: 413, transient: false },
  },
  {
    what: 'a 413 in the words of overflow',
    answer: () => http(413, error({ message: 'prompt is too long: 213462 tokens > 200000 maximum' })),
    expected: { kind: 'overflow', status: 413, transient: false },
  },
  {
    what: 'a 422 with a detail as FastAPI sends it',
    answer: () => http(422, { detail: [{ loc: ['body', 'x'], msg: 'field required', message: 'field required' }] }),
    expected: { kind: 'refused', status: 422, transient: false },
    says: /field required/,
  },
  {
    what: 'a 429 with seconds',
    answer: () => http(429, error({ code: 'rate_limit_exceeded' }), { 'retry-after': '2' }),
    expected: { kind: 'rate_limited', status: 429, retryAfterMs: 2_000, transient: true },
  },
  {
    what: 'a 429 with milliseconds beside seconds',
    answer: () => http(429, error({}), { 'retry-after': '2', 'retry-after-ms': '150' }),
    expected: { kind: 'rate_limited', retryAfterMs: 150, transient: true },
  },
  {
    what: 'a 429 with a date in the past',
    answer: () => http(429, error({}), { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    expected: { kind: 'rate_limited', retryAfterMs: 0, transient: true },
  },
  {
    what: 'a 429 that says the time in words',
    answer: () => http(429, error({ message: 'Rate limit reached. Please try again in 1m2.5s.' })),
    expected: { kind: 'rate_limited', retryAfterMs: 62_500, transient: true },
    says: /^Rate limit reached\. Please/,
  },
  {
    what: 'a 429 of an empty purse',
    answer: () => http(429, error({ code: 'insufficient_quota', message: 'You exceeded your current quota.' })),
    expected: { kind: 'refused', status: 429, transient: false },
  },
  {
    what: 'a 429 of an allowance that is used up',
    answer: () => http(429, error({ message: 'you have reached your weekly usage limit, upgrade for higher limits' })),
    expected: { kind: 'refused', status: 429, transient: false },
    says: /allowance is used up: you have/,
  },
  {
    what: 'a 429 of a day’s allowance that is soon there again',
    answer: () => http(429, error({ message: 'Limit of requests per day reached. Please try again in 12s.' })),
    expected: { kind: 'rate_limited', status: 429, retryAfterMs: 12_000, transient: true },
    says: /^Rate limit reached: Limit of requests/,
  },
  {
    what: 'a 401 in one word',
    answer: () => http(401, { error: 'Unauthorized' }),
    expected: { kind: 'unauthorized', status: 401, transient: false },
    says: /refused the key: Unauthorized\. Set OPENAI_API_KEY/,
  },
  {
    what: 'a 500',
    answer: () => http(500, error({ message: 'The server had an error.' })),
    expected: { kind: 'server_error', status: 500, transient: true },
  },
  {
    what: 'a 503 with a time to wait',
    answer: () => http(503, 'overloaded', { 'retry-after': '0.5' }),
    expected: { kind: 'server_error', status: 503, retryAfterMs: 500, transient: true },
  },
  {
    what: 'a 500 in the words of overflow',
    answer: () => http(500, { error: { message: 'Requested tokens (2285) exceed context window of 2048' } }),
    expected: { kind: 'overflow', status: 500, transient: false },
  },
]

const STREAM_ROWS: readonly Row[] = [
  {
    what: 'an answer with status 200 that is an error',
    answer: () => http(200, error({ code: 'context_length_exceeded' })),
    expected: { kind: 'overflow', transient: false },
  },
  {
    what: 'an address that is not the server’s, told with status 200',
    answer: () => http(200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
    expected: { kind: 'not_found', transient: false },
    says: /provider\.base_url \(most end in \/v1\)/,
  },
  {
    what: 'a page instead of a stream',
    answer: () => http(200, '<html>Sign in to the network</html>'),
    expected: { kind: 'garbage', transient: true },
    says: /text\/html/,
  },
  {
    what: 'a socket destroyed before any answer',
    answer: () => (response) => void response.destroy(),
    expected: { kind: 'stream_cut', transient: true },
    says: /without an answer/,
  },
  {
    what: 'a socket destroyed in the middle',
    answer: (wire) => sseThenReset(begin[wire]),
    expected: { kind: 'stream_cut', transient: true },
    says: /broke off/,
  },
  {
    what: 'a clean end without a last event',
    answer: (wire) => sse(begin[wire]),
    expected: { kind: 'stream_cut', transient: true },
  },
  {
    what: 'a line that is not JSON',
    answer: (wire) => sse(begin[wire], 'data: {"type": "resp\n\n'),
    expected: { kind: 'garbage', transient: true },
  },
  {
    what: 'an event without its fields',
    answer: (wire) => sse(wire === 'chat' ? { choices: 'none' } : { type: 'response.output_text.delta' }),
    expected: { kind: 'garbage', transient: true },
  },
  {
    what: 'an error event',
    answer: (wire) => sse(begin[wire], errorEvent(wire, 'server_error', 'The server had an error.')),
    expected: { kind: 'server_error', transient: true },
  },
  {
    what: 'an error event of overflow',
    answer: (wire) => sse(errorEvent(wire, 'context_length_exceeded', 'Too long.')),
    expected: { kind: 'overflow', transient: false },
  },
  {
    what: 'an error event of rate',
    answer: (wire) => sse(errorEvent(wire, 'rate_limit_exceeded', 'Please try again in 28ms.')),
    expected: { kind: 'rate_limited', retryAfterMs: 28, transient: true },
  },
  {
    what: 'silence after a beginning',
    answer: (wire) => sseThenSilence(begin[wire]),
    expected: { kind: 'stream_idle', transient: true },
    says: /stream_idle_timeout_ms/,
  },
  {
    what: 'silence from the start',
    answer: () => () => {},
    expected: { kind: 'stream_idle', transient: true },
  },
]

const errorEvent = (wire: Wire, code: string, message: string): object =>
  wire === 'chat' ? { error: { message, type: code, code } } : { type: 'error', code, message, param: null }

const both = (rows: readonly Row[]) =>
  rows.flatMap((row) => (['responses', 'chat'] as const).map((wire) => [row.what, wire, row] as const))

test.each(both([...HTTP_ROWS, ...STREAM_ROWS]))('%s is one failure over %s', async (_what, wire, row) => {
  const failure = await failureFrom(wire, row.answer(wire), row.expected.kind === 'stream_idle' ? 150 : 5_000)
  expect(failure).toMatchObject(row.expected)
  expect(failure.message).toMatch(row.says ?? /./)
  expect(failure.message).not.toContain(KEY)
})

test.each([
  ['context_length_exceeded', { kind: 'overflow', transient: false }],
  ['rate_limit_exceeded', { kind: 'rate_limited', retryAfterMs: 11_054, transient: true }],
  ['insufficient_quota', { kind: 'refused', transient: false }],
  ['invalid_prompt', { kind: 'refused', transient: false }],
  ['server_is_overloaded', { kind: 'server_error', transient: true }],
] as const)('response.failed with %s is one failure', async (code, expected) => {
  const failed = {
    type: 'response.failed',
    response: { status: 'failed', error: { code, message: 'Rate limit. Please try again in 11.054s.' } },
  }
  expect(await failureFrom('responses', sse(begin.responses, failed))).toMatchObject(expected)
})

test.each(['responses', 'chat'] as const)(
  'nobody listening is unreachable over %s, with the address and a way on',
  async (wire) => {
    const port = await freePort()
    const events = await sampleAll(clientAt(`http://user:secret@127.0.0.1:${port}/v1?key=hidden`, { wire_api: wire }))
    expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'unreachable', transient: true } }])
    const message = events[0]?.type === 'failed' ? events[0].failure.message : ''
    expect(message).toContain(`http://127.0.0.1:${port}/v1`)
    expect(message).toMatch(/nothing listens there.*provider\.base_url/)
    expect(message).not.toMatch(/secret|hidden/)
  },
)

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
