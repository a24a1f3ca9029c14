import { expect, onTestFinished, test } from 'vitest'
import { chat, sseThenReset, startProvider } from './testing/provider-server.ts'
import { clientAt, sampleAll } from './testing/sampling.ts'

test('an answer whose end was told is whole, though the socket breaks behind it', async () => {
  const provider = await startProvider(sseThenReset(chat.delta({ content: 'Hi' }), chat.delta({}, 'stop')))
  onTestFinished(provider.close)
  expect((await sampleAll(clientAt(provider.url, { wire_api: 'chat' }))).at(-1)).toEqual({
    type: 'completed',
    usage: null,
    stop: 'end',
  })
})

test('a socket that breaks between the reason to stop and the usage costs only the usage', async () => {
  const call = chat.delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'ls', arguments: '{}' } }] })
  const provider = await startProvider(sseThenReset(call, chat.delta({}, 'tool_calls')))
  onTestFinished(provider.close)
  expect(await sampleAll(clientAt(provider.url, { wire_api: 'chat' }))).toEqual([
    { type: 'item_done', index: 0, item: { type: 'function_call', name: 'ls', arguments: '{}', callId: 'a' } },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
})
