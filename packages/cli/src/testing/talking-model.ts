/**
 * A server of the Chat Completions API on this machine, for tests: answers in the order of a script, each piece by piece at
 * its own pace, and lists the models it offers.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export type ToolCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }

export type Answer = {
  readonly say?: string
  readonly calls?: readonly ToolCall[]
  /** Words a second; absent: all at once. */
  readonly wordsPerSecond?: number
  /** Silence before the first word. */
  readonly waitMs?: number
}

export type TalkingModel = {
  /** As in `http://127.0.0.1:4711/v1`. */
  readonly url: string
  /** How often it was asked for an answer. */
  asked(): number
  /** What it was asked, as it came. */
  bodies(): readonly string[]
  close(): void
}

export type Talk = {
  /** One an answer; behind the last it says `That is all.` */
  readonly answers: readonly Answer[]
  /** Another answer to just this question, which counts for none of the others. */
  readonly aside?: (body: string) => Answer | null
  readonly models?: readonly { readonly id: string; readonly max_model_len?: number }[]
}

export const startTalkingModel = async ({ answers, aside = () => null, models = [] }: Talk): Promise<TalkingModel> => {
  let asked = 0
  const bodies: string[] = []
  const server = createServer((request, reply) => {
    if (request.method === 'GET') {
      request.resume()
      const isList = request.url?.endsWith('/v1/models') === true
      reply.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(isList ? { object: 'list', data: models } : {}))
      return
    }
    text(request)
      .then((body) => {
        bodies.push(body)
        const beside = aside(body)
        const answer = beside ?? answers[asked] ?? { say: 'That is all.' }
        if (beside === null) asked += 1
        return speak(reply, answer)
      })
      .catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    bodies: () => bodies,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** How often a paced answer goes on; several words at a time where it is faster. */
const BEAT_MS = 20

const speak = async (
  reply: ServerResponse,
  { say = '', calls = [], wordsPerSecond, waitMs = 0 }: Answer,
): Promise<void> => {
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish_reason: string | null = null): void => {
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
    if (!reply.destroyed) reply.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  await delay(waitMs)
  const words = say.match(/\s*\S+\s*$|\s*\S+/g) ?? []
  const began = Date.now()
  for (let sent = 0; sent < words.length && !reply.destroyed; ) {
    const due = wordsPerSecond === undefined ? words.length : ((Date.now() - began) / 1_000) * wordsPerSecond
    for (; sent < Math.min(words.length, due); sent += 1) send({ content: words[sent] })
    if (sent < words.length) await delay(BEAT_MS)
  }
  calls.forEach(({ name, arguments: args }, index) => {
    send({
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name, arguments: JSON.stringify(args) } },
      ],
    })
  })
  send({}, calls.length > 0 ? 'tool_calls' : 'stop')
  reply.end('data: [DONE]\n\n')
}
