/**
 * One streamed POST through the `openai` SDK, for either API. Everything that can go wrong on the way comes out as a
 * `Fault` behind the events that arrived before it; nothing is thrown and nothing is tried twice.
 */
import { err, ok, type Result } from '@rawr/protocol'
import type { OpenAI } from 'openai'
import type { Connection } from './connection.ts'
import { codeInside, type Fault, innermostWords, isErrorEvent, wordsOf } from './fault.ts'

export type StreamRequest = {
  readonly path: '/responses' | '/responses/compact' | '/chat/completions'
  readonly body: object
}

/** The idle timer is ours; the SDK's own limit, on the wait for headers only, stays out of its way. */
const SDK_TIMEOUT_MS = 86_400_000
const ERROR_BODY_CHARS_MAX = 64 * 1024

export async function* openStream(
  connection: Connection,
  request: StreamRequest,
  signal: AbortSignal,
): AsyncGenerator<Result<unknown, Fault>, void> {
  const idle = idleTimer(connection)
  const seen: Seen = { refusal: null, whole: null, answered: false, received: false }
  try {
    const sdk = await import('openai')
    const client = newClient(sdk.OpenAI, connection, seen)
    const stream = await client.post<AsyncIterable<unknown>>(request.path, {
      body: request.body,
      stream: true,
      signal: AbortSignal.any([signal, idle.signal]),
    })
    if (seen.whole !== null) {
      yield seen.whole
      return
    }
    for await (const event of stream) {
      idle.restart()
      seen.received = true
      yield ok(event)
    }
    if (signal.aborted || idle.signal.aborted) yield err(faultOf(null, { seen, signal, idle }))
  } catch (thrown) {
    yield err(faultOf(thrown, { seen, signal, idle }))
  } finally {
    idle.stop()
  }
}

/** What the SDK does not hand on: the text of an error, and a whole answer where a stream was asked for. */
type Seen = {
  refusal: Extract<Fault, { type: 'http' }> | null
  whole: Result<unknown, Fault> | null
  answered: boolean
  received: boolean
}

const STREAM_HEADERS = { accept: 'text/event-stream, application/json', 'content-type': 'application/json' }

const newClient = (Client: typeof OpenAI, connection: Connection, seen: Seen): OpenAI =>
  new Client({
    baseURL: connection.baseUrl,
    // The SDK insists on a key, and takes headers from variables of the shell that happened to start the daemon. What goes
    // out is ours alone.
    apiKey: 'unused',
    defaultQuery: { ...connection.query },
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: 'off',
    fetch: async (url, init) =>
      lookedAt(await fetch(url, { ...init, headers: { ...STREAM_HEADERS, ...connection.headers } }), seen),
  })

/** Error texts are read here, as servers other than OpenAI's shape them in ways the SDK drops. */
const lookedAt = async (response: Response, seen: Seen): Promise<Response> => {
  const { status, headers } = response
  seen.answered = true
  const type = headers.get('content-type') ?? ''
  if (response.ok && !/json|html/.test(type)) return response
  const body = await response.text()
  if (!response.ok) seen.refusal = { type: 'http', status, headers, body: body.slice(0, ERROR_BODY_CHARS_MAX) }
  else if (!/^\s*(data|event|id|retry|):/.test(body)) seen.whole = wholeAnswer(body, type)
  return new Response(seen.whole === null ? body : '', { status, headers: { 'content-type': 'text/event-stream' } })
}

/** Some servers answer in one piece, or report an error with status 200. */
const wholeAnswer = (body: string, type: string): Result<unknown, Fault> => {
  try {
    const value: unknown = JSON.parse(body)
    const isError = typeof value === 'object' && value !== null && 'error' in value && Boolean(value.error)
    return isError ? err({ type: 'reported', ...wordsOf(value) }) : ok(value)
  } catch {
    return err({ type: 'garbage', detail: `${type || 'no content type'} instead of an event stream` })
  }
}

type Idle = { readonly signal: AbortSignal; restart(): void; stop(): void; readonly ms: number }

const idleTimer = ({ clock, idleTimeoutMs }: Connection): Idle => {
  const controller = new AbortController()
  const start = () => clock.after(idleTimeoutMs, () => controller.abort())
  let cancel = start()
  const stop = () => cancel()
  return {
    signal: controller.signal,
    ms: idleTimeoutMs,
    restart: () => {
      cancel()
      cancel = start()
    },
    stop,
  }
}

type Circumstances = { readonly seen: Seen; readonly signal: AbortSignal; readonly idle: Idle }

const faultOf = (thrown: unknown, { seen, signal, idle }: Circumstances): Fault => {
  if (signal.aborted) return { type: 'aborted' }
  if (idle.signal.aborted) return { type: 'idle', ms: idle.ms }
  if (seen.refusal !== null) return seen.refusal
  const received = seen.received ? 'part' : 'nothing'
  const code = codeInside(thrown)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return { type: 'idle', ms: NODE_LIMIT_MS }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') return { type: 'cut', received }
  if (thrown instanceof SyntaxError) return { type: 'garbage', detail: 'a line that is not JSON' }
  if (isErrorEvent(thrown)) return { type: 'reported', ...wordsOf(thrown.error) }
  if (code !== null) return { type: 'connection', code }
  if (thrown instanceof TypeError && thrown.message === 'terminated') return { type: 'cut', received }
  return { type: seen.answered ? 'garbage' : 'unsendable', detail: innermostWords(thrown) }
}

/** Node's own limit on a silent connection. */
const NODE_LIMIT_MS = 300_000
