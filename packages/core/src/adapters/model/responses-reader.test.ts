import { expect, onTestFinished, test } from 'vitest'
import type { ModelEvent } from '../../ports/model-client.ts'
import { type Answer, responses, sse, startProvider } from './testing/provider-server.ts'
import { called, clientAt, request, sampleAll } from './testing/sampling.ts'

const answered = async (...answers: readonly Answer[]): Promise<ModelEvent[]> => {
  const provider = await startProvider(...answers)
  onTestFinished(provider.close)
  return sampleAll(clientAt(provider.url, { wire_api: 'responses' }))
}

test('text streams, the item is final and usage comes with the end', async () => {
  const usage = {
    input_tokens: 120,
    input_tokens_details: { cached_tokens: 64 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 129,
  }
  expect(
    await answered(
      sse(
        { type: 'response.created', response: {} },
        responses.text('Hel'),
        responses.text('lo'),
        responses.done(responses.message('Hello')),
        responses.completed({ usage }),
      ),
    ),
  ).toEqual([
    { type: 'text_delta', index: 0, text: 'Hel' },
    { type: 'text_delta', index: 0, text: 'lo' },
    { type: 'item_done', index: 0, item: { type: 'message', text: 'Hello' } },
    {
      type: 'completed',
      usage: {
        input_tokens: 120,
        cached_input_tokens: 64,
        output_tokens: 9,
        reasoning_output_tokens: 4,
        total_tokens: 129,
      },
      stop: 'end',
    },
  ])
})

test('reasoning keeps its id and its encrypted content byte for byte, and parallel calls keep their order', async () => {
  const reasoning = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [
      { type: 'summary_text', text: 'First.' },
      { type: 'summary_text', text: 'Second.' },
    ],
    encrypted_content: 'gAAAA+/=',
  }
  expect(
    await answered(
      sse(
        { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'First.' },
        { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 },
        { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Second.' },
        responses.done(reasoning),
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
        responses.done(responses.call('call_a', 'read', '{"path":"a"}'), 1),
        responses.done(responses.call('call_b', 'read', '{"path":"b"}'), 2),
        responses.completed(),
      ),
    ),
  ).toEqual([
    { type: 'reasoning_delta', index: 0, text: 'First.' },
    { type: 'reasoning_delta', index: 0, text: '\n\n' },
    { type: 'reasoning_delta', index: 0, text: 'Second.' },
    {
      type: 'item_done',
      index: 0,
      item: { type: 'reasoning', id: 'rs_1', summary: ['First.', 'Second.'], encryptedContent: 'gAAAA+/=' },
    },
    {
      type: 'item_done',
      index: 1,
      item: { type: 'function_call', name: 'read', arguments: '{"path":"a"}', callId: 'call_a' },
    },
    {
      type: 'item_done',
      index: 2,
      item: { type: 'function_call', name: 'read', arguments: '{"path":"b"}', callId: 'call_b' },
    },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
})

test('an answer in one piece is read like a stream', async () => {
  const body = { object: 'response', status: 'completed', output: [responses.message('Whole')] }
  expect(
    await answered((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }),
  ).toEqual([
    { type: 'item_done', index: 0, item: { type: 'message', text: 'Whole' } },
    { type: 'completed', usage: null, stop: 'end' },
  ])
})

test('what stopped the answer is told, and half a call does not run', async () => {
  const cut = { ...responses.call('call_a', 'shell', '{"comm'), status: 'incomplete' }
  const incomplete = (reason: string) => ({
    type: 'response.incomplete',
    response: { status: 'incomplete', incomplete_details: { reason }, output: [cut] },
  })
  expect(await answered(sse(responses.done(cut), incomplete('max_output_tokens')))).toEqual([
    { type: 'completed', usage: null, stop: 'length' },
  ])
  expect(await answered(sse(incomplete('content_filter')))).toEqual([
    { type: 'completed', usage: null, stop: 'content_filter' },
  ])
})

test('a server that never sends whole items is still heard', async () => {
  expect(await answered(sse(responses.text('Hel'), responses.text('lo'), responses.completed()))).toMatchObject([
    { type: 'text_delta' },
    { type: 'text_delta' },
    { type: 'item_done', index: 0, item: { type: 'message', text: 'Hello' } },
    { type: 'completed', stop: 'end' },
  ])
  const output = [responses.message('Late.'), responses.call('c1', 'ls', '{}')]
  expect(await answered(sse(responses.completed({ output })))).toMatchObject([
    { index: 0, item: { type: 'message', text: 'Late.' } },
    { index: 1, item: { type: 'function_call', callId: 'c1' } },
    { type: 'completed', stop: 'tool_calls' },
  ])
})

test('a call without an id gets a fresh one, and so does an id the history already has', async () => {
  const provider = await startProvider(
    sse(responses.done({ type: 'function_call', name: 'ls', arguments: '{}' }), responses.completed()),
    sse(responses.done(responses.call('fresh_1', 'ls', '{}')), responses.completed()),
  )
  onTestFinished(provider.close)
  const client = clientAt(provider.url, { wire_api: 'responses' })
  const [first] = await sampleAll(client)
  const callId = first?.type === 'item_done' && first.item.type === 'function_call' ? first.item.callId : ''
  expect(callId).toBe('fresh_1')
  const [second] = await sampleAll(client, request({ items: [called(callId)] }))
  expect(second).toMatchObject({ item: { callId: 'fresh_2' } })
})
