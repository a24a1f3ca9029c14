import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { SamplingRequest } from '../../ports/model-client.ts'
import { EVERY_ITEM } from './testing/every-item.ts'
import { chat, responses, sse, startProvider } from './testing/provider-server.ts'
import { clientAt, request, said, sampleAll, type Wire } from './testing/sampling.ts'

const tools = [
  {
    name: 'read',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
]

const sentFor = async (wire: Wire, asked: SamplingRequest, apiKey: string | null = 'sk-test') => {
  const provider = await startProvider(
    wire === 'chat' ? sse(chat.delta({ content: 'ok' }, 'stop'), chat.done) : sse(responses.completed()),
  )
  onTestFinished(provider.close)
  await sampleAll(clientAt(provider.url, { wire_api: wire, headers: { 'x-extra': 'yes' } }, apiKey), asked)
  const [sent] = provider.sent
  if (sent === undefined) throw new Error('nothing was sent')
  return sent
}

const golden = (name: string) => fileURLToPath(new URL(`./golden/${name}.json`, import.meta.url))

test.each(['responses', 'chat'] as const)('every kind of item over %s', async (wire) => {
  const { path, body } = await sentFor(wire, request({ items: EVERY_ITEM, tools }))
  expect(path).toBe(wire === 'chat' ? '/v1/chat/completions' : '/v1/responses')
  await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(golden(`every-item.${wire}`))
})

test.each(['responses', 'chat'] as const)('everything a request can ask for over %s', async (wire) => {
  const { body } = await sentFor(
    wire,
    request({
      instructions: 'Be brief. \udc00',
      tools,
      toolChoice: 'none',
      maxOutputTokens: 800,
      reasoningEffort: 'low',
      verbosity: 'low',
      outputSchema: { name: 'verdict', schema: { type: 'object' } },
    }),
  )
  await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(golden(`every-wish.${wire}`))
})

test('the key goes in the header, where there is one, beside the headers of the settings', async () => {
  const { headers } = await sentFor('chat', request(), 'sk-test')
  expect(headers).toMatchObject({ authorization: 'Bearer sk-test', 'x-extra': 'yes' })
  expect((await sentFor('chat', request(), null)).headers.authorization).toBeUndefined()
})

test('the variables that the SDK would read by itself change nothing', async () => {
  const before = { ...process.env }
  onTestFinished(() => {
    process.env = before
  })
  process.env = {
    ...before,
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_API_KEY: 'sk-wrong',
    OPENAI_ORG_ID: 'org-x',
    OPENAI_PROJECT_ID: 'proj-x',
    OPENAI_CUSTOM_HEADERS: 'x-stray: 1',
  }
  const { headers } = await sentFor('responses', request(), 'sk-right')
  expect(headers.authorization).toBe('Bearer sk-right')
  expect(Object.keys(headers).filter((name) => /organization|project|stray/.test(name))).toEqual([])
})

test('a message without anything to say is left out', async () => {
  const { body } = await sentFor(
    'responses',
    request({ items: [said('user', ''), said('assistant', ''), said('user', 'x')] }),
  )
  expect(body).toMatchObject({ input: [{ role: 'user', content: [{ text: 'x' }] }] })
})
