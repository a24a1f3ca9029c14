import { expect, onTestFinished, test } from 'vitest'
import { chat, responses, sse, sseThenSilence, startProvider } from './testing/provider-server.ts'
import { clientAt, request, sampleAll } from './testing/sampling.ts'

const begin = { responses: responses.text('Hel'), chat: chat.delta({ content: 'Hel' }) } as const

test.each(['responses', 'chat'] as const)(
  'an abort ends the stream over %s with one event, and the connection',
  async (wire) => {
    let closed = false
    const provider = await startProvider((response, sent) => {
      response.on('close', () => {
        closed = true
      })
      void sseThenSilence(begin[wire])(response, sent)
    })
    onTestFinished(provider.close)
    const controller = new AbortController()
    const types: string[] = []
    for await (const event of clientAt(provider.url, { wire_api: wire }).sample(request(), controller.signal)) {
      types.push(event.type === 'failed' ? event.failure.kind : event.type)
      controller.abort()
    }
    expect(types).toEqual(['text_delta', 'aborted'])
    await expect.poll(() => closed).toBe(true)
  },
)

test('an abort before the request sends nothing', async () => {
  const provider = await startProvider(sse(begin.chat))
  onTestFinished(provider.close)
  const events = await sampleAll(clientAt(provider.url, { wire_api: 'chat' }), request(), AbortSignal.abort())
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'aborted', transient: false } }])
  expect(provider.sent).toEqual([])
})

test('a consumer that walks away closes the connection', async () => {
  let closed = false
  const provider = await startProvider((response, sent) => {
    response.on('close', () => {
      closed = true
    })
    void sseThenSilence(begin.chat)(response, sent)
  })
  onTestFinished(provider.close)
  for await (const _event of clientAt(provider.url, { wire_api: 'chat' }).sample(
    request(),
    new AbortController().signal,
  ))
    break
  await expect.poll(() => closed).toBe(true)
})

test('a stream that calls itself JSON is read as the stream it is', async () => {
  const provider = await startProvider((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`data: ${JSON.stringify(chat.delta({ content: 'Hi' }, 'stop'))}\n\n`)
  })
  onTestFinished(provider.close)
  expect((await sampleAll(clientAt(provider.url, { wire_api: 'chat' }))).at(-1)).toMatchObject({ type: 'completed' })
})

test('what cannot be sent is said at once, without the secret in it', async () => {
  const provider = await startProvider(sse(begin.chat))
  onTestFinished(provider.close)
  const events = await sampleAll(clientAt(provider.url, { wire_api: 'chat' }, 'sk-with\na-break'))
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'refused', transient: false } }])
  expect(JSON.stringify(events)).toMatch(/OPENAI_API_KEY/)
  expect(JSON.stringify(events)).not.toMatch(/a-break/)
  expect(provider.sent).toEqual([])
})
