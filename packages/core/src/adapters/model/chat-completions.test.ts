import { expect, onTestFinished, test } from 'vitest'
import { chatBody } from './chat-completions.ts'
import { chat, sse, startProvider } from './testing/provider-server.ts'
import { called, clientAt, meta, request, result, said, sampleAll } from './testing/sampling.ts'

test('without tools a body names none, and no choice among them', () => {
  const body = chatBody({ request: request(), imageUrl: () => null, thinkingField: null })
  expect(Object.keys(body)).toEqual(['model', 'messages', 'stream', 'stream_options'])
})

test('a model that thinks in the open gets its thoughts back in the words it used, from its first answer on', async () => {
  const thinking = sse(chat.delta({ reasoning_content: 'Hm.' }), chat.delta({ content: 'x' }, 'stop'))
  const provider = await startProvider(thinking, thinking)
  onTestFinished(provider.close)
  const client = clientAt(provider.url, { wire_api: 'chat' })
  const items = [
    said('user', 'go'),
    { type: 'reasoning' as const, summary: [{ type: 'summary_text' as const, text: 'Hm.' }], meta: meta('assistant') },
    called('a'),
    result('a', '1'),
  ]
  await sampleAll(client, request({ items }))
  await sampleAll(client, request({ items }))
  const [first, second] = provider.sent.map(({ body }) => JSON.stringify(body))
  expect(first).not.toContain('Hm.')
  expect(second).toContain('"reasoning_content":"Hm."')
})
