/** A server on this machine that poses as a provider: refuses in the provider's own words, then answers. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Refusal = {
  readonly status: number
  /** A text goes out as a page of HTML. */
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

export type PosingProvider = {
  readonly port: number
  /** Answers the next question with it. */
  refuse(refusal: Refusal): void
  /** The questions so far; lists of models are none. */
  asked(): readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  close(): void
}

/** What it says when it does not refuse. */
export const POSED_ANSWER = 'Ahoy.'

export const startPosingProvider = async (): Promise<PosingProvider> => {
  const refusals: Refusal[] = []
  const asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      if (request.method === 'GET') return send(reply, { status: 404, body: {} })
      const path = request.url ?? ''
      asked.push({ path, headers: request.headers })
      const refusal = refusals.shift()
      if (refusal !== undefined) return send(reply, refusal)
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.end(path.endsWith('/responses') ? inResponses : inChat)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    refuse: (refusal) => refusals.push(refusal),
    asked: () => asked,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const send = (reply: ServerResponse, { status, body, headers = {} }: Refusal): void => {
  const isPage = typeof body === 'string'
  reply.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json', ...headers })
  reply.end(isPage ? body : JSON.stringify(body))
}

const lines = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: POSED_ANSWER, annotations: [] }],
}

const inResponses = lines(
  { type: 'response.output_item.done', output_index: 0, item: message },
  { type: 'response.completed', response: { id: 'resp_1', object: 'response', status: 'completed', output: [] } },
)

const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk' }

const inChat = `${lines(
  { ...chunk, choices: [{ index: 0, delta: { content: POSED_ANSWER }, finish_reason: null }] },
  { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
)}data: [DONE]\n\n`
