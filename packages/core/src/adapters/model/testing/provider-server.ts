/** A provider for tests: a real HTTP server on the loopback that answers by hand and remembers what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Sent = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export type ProviderServer = {
  /** Ends in `/v1`. */
  readonly url: string
  readonly sent: readonly Sent[]
  close(): Promise<void>
}

export type Answer = (response: ServerResponse, sent: Sent) => void | Promise<void>

/** Answers the requests in this order, the last one again and again. */
export const startProvider = async (...answers: readonly Answer[]): Promise<ProviderServer> => {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = []
    request.on('data', (part: Uint8Array) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      }
      sent.push(received)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      void answer?.(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Event lines as both APIs write them; a text goes out as it is. */
export const sse =
  (...events: readonly (object | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(events.map(lines).join(''))
  }

/** The beginning of a stream, then the socket is destroyed. */
export const sseThenReset =
  (...events: readonly (object | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(events.map(lines).join(''), () => response.destroy())
  }

/** The beginning of a stream, then silence. */
export const sseThenSilence =
  (...events: readonly (object | string)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`: hello\n\n${events.map(lines).join('')}`)
  }

export const http =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const lines = (event: object | string): string => {
  if (typeof event === 'string') return event
  const name = 'type' in event && typeof event.type === 'string' ? `event: ${event.type}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

/** Streams of the Responses API, by hand. */
export const responses = {
  text: (delta: string, output_index = 0) => ({
    type: 'response.output_text.delta',
    output_index,
    item_id: 'm',
    delta,
  }),
  done: (item: object, output_index = 0) => ({ type: 'response.output_item.done', output_index, item }),
  message: (text: string) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }),
  call: (call_id: string, name: string, json: string) => ({
    id: `fc_${call_id}`,
    type: 'function_call',
    status: 'completed',
    call_id,
    name,
    arguments: json,
  }),
  completed: (fields: object = {}) => ({
    type: 'response.completed',
    response: { id: 'resp_1', object: 'response', status: 'completed', output: [], ...fields },
  }),
}

/** Streams of Chat Completions, by hand. */
export const chat = {
  delta: (delta: object, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  }),
  usage: (usage: object) => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage }),
  done: 'data: [DONE]\n\n',
}
