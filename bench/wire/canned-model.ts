// A provider of the Responses API that gives every request the same answer: its events, written out once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type CannedEvent = { readonly type: string; readonly [field: string]: unknown }

/** The answer is complete without its last event: that one is added here. */
export const startCannedModel = async (
  events: readonly CannedEvent[],
): Promise<{ readonly url: string; close(): void }> => {
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: [] }
  const body = [...events, { type: 'response.completed', response }]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
