import { afterEach, expect, it } from 'vitest'
import { type Answer, type ProviderServer, startProvider } from './testing/provider-server.ts'
import { clientAt, request } from './testing/sampling.ts'

let server: ProviderServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const json =
  (status: number, value: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

const asked = async (answer: Answer) => {
  server = await startProvider(answer)
  const { compact } = clientAt(server.url, { wire_api: 'responses' })
  if (compact === undefined) throw new Error('this client cannot compact')
  return compact(request(), new AbortController().signal)
}

it('sends the context and takes the opaque item byte for byte', async () => {
  const answer = await asked(
    json(200, {
      output: [
        { type: 'message', role: 'user', content: [] },
        { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA+/==' },
      ],
      usage: { input_tokens: 90, output_tokens: 7 },
    }),
  )
  expect(answer).toEqual({ ok: true, value: { encryptedContent: 'gAAAA+/==', inputTokens: 90, outputTokens: 7 } })
  expect(server?.sent.map(({ path }) => path)).toEqual(['/v1/responses/compact'])
  expect(server?.sent[0]?.body).toMatchObject({ model: expect.any(String), input: expect.any(Array) })
})

it.each<[string, Answer, object]>([
  ['no such endpoint', json(404, { error: { message: 'Not Found' } }), { kind: 'not_found' }],
  ['an answer without the item', json(200, { output: [] }), { kind: 'garbage' }],
  ['a refusal', json(401, { error: { message: 'bad key' } }), { kind: 'unauthorized' }],
])('names %s', async (_name, answer, expected) => {
  expect(await asked(answer)).toMatchObject({ ok: false, error: expected })
})

it('is not offered where the provider speaks Chat Completions', async () => {
  server = await startProvider(json(200, {}))
  expect(clientAt(server.url, { wire_api: 'chat' }).compact).toBeUndefined()
})
