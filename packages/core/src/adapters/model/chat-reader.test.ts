import { expect, onTestFinished, test } from 'vitest'
import type { ModelEvent } from '../../ports/model-client.ts'
import { type Answer, chat, sse, startProvider } from './testing/provider-server.ts'
import { clientAt, sampleAll } from './testing/sampling.ts'

const answered = async (...answers: readonly Answer[]): Promise<ModelEvent[]> => {
  const provider = await startProvider(...answers)
  onTestFinished(provider.close)
  return sampleAll(clientAt(provider.url, { wire_api: 'chat' }))
}

test('text streams, and usage comes behind the reason to stop', async () => {
  const usage = {
    prompt_tokens: 120,
    completion_tokens: 9,
    total_tokens: 129,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 4 },
  }
  expect(
    await answered(
      sse(
        chat.delta({ role: 'assistant', content: '' }),
        chat.delta({ content: 'Hel' }),
        chat.delta({ content: 'lo' }),
        chat.delta({}, 'stop'),
        chat.usage(usage),
        chat.done,
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

test('thinking, text and interleaved pieces of parallel calls become whole items in order of appearance', async () => {
  const piece = (index: number, fields: object) => chat.delta({ tool_calls: [{ index, ...fields }] })
  expect(
    await answered(
      sse(
        chat.delta({ reasoning_content: 'Hm.' }),
        chat.delta({ content: 'Two reads.' }),
        piece(0, { id: 'call_a', type: 'function', function: { name: 'read', arguments: '' } }),
        piece(1, { id: 'call_b', type: 'function', function: { name: 'read', arguments: '{"pa' } }),
        piece(0, { function: { arguments: '{"path":"a"}' } }),
        piece(1, { function: { arguments: 'th":"b"}' } }),
        chat.delta({}, 'tool_calls'),
        chat.done,
      ),
    ),
  ).toEqual([
    { type: 'reasoning_delta', index: 0, text: 'Hm.' },
    { type: 'text_delta', index: 1, text: 'Two reads.' },
    // Whole, and another one began: it need not wait for the end of the answer.
    {
      type: 'item_done',
      index: 2,
      item: { type: 'function_call', name: 'read', arguments: '{"path":"a"}', callId: 'call_a' },
    },
    { type: 'item_done', index: 0, item: { type: 'reasoning', summary: ['Hm.'] } },
    { type: 'item_done', index: 1, item: { type: 'message', text: 'Two reads.' } },
    {
      type: 'item_done',
      index: 3,
      item: { type: 'function_call', name: 'read', arguments: '{"path":"b"}', callId: 'call_b' },
    },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
})

test('a call that another one follows stands at once; what comes for it later makes it another call with the same id', async () => {
  const piece = (index: number, fields: object) => chat.delta({ tool_calls: [{ index, ...fields }] })
  const events = await answered(
    sse(
      piece(0, { id: 'call_a', function: { name: 'read', arguments: '{}' } }),
      piece(1, { id: 'call_b', function: { name: 'read', arguments: '{}' } }),
      piece(0, { function: { arguments: ' ' } }),
      chat.delta({}, 'tool_calls'),
    ),
  )
  const call = (callId: string, json: string) => ({
    type: 'function_call',
    name: 'read',
    arguments: json,
    callId,
  })
  expect(events.slice(0, 3)).toEqual([
    { type: 'item_done', index: 0, item: call('call_a', '{}') },
    { type: 'item_done', index: 0, item: call('call_a', '{} ') },
    { type: 'item_done', index: 1, item: call('call_b', '{}') },
  ])
})

test('calls without an index are told apart by their ids', async () => {
  const call = (id: string, json: string) =>
    chat.delta({ tool_calls: [{ id, function: { name: 'ls', arguments: json } }] })
  const events = await answered(sse(call('a', '{}'), call('b', '{"x":1}'), chat.delta({}, 'stop')))
  expect(events).toEqual([
    { type: 'item_done', index: 0, item: { type: 'function_call', name: 'ls', arguments: '{}', callId: 'a' } },
    { type: 'item_done', index: 1, item: { type: 'function_call', name: 'ls', arguments: '{"x":1}', callId: 'b' } },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
})

test('calls that share an index, or have neither index nor id, are told apart', async () => {
  const piece = (fields: object) => chat.delta({ tool_calls: [fields] })
  const whole = (fields: object, json: unknown = {}) => piece({ ...fields, function: { name: 'ls', arguments: json } })
  const callsOf = async (...pieces: readonly object[]) =>
    (await answered(sse(...pieces, chat.delta({}, 'tool_calls')))).flatMap((event) =>
      event.type === 'item_done' && event.item.type === 'function_call'
        ? [`${event.item.callId} ${event.item.arguments}`]
        : [],
    )
  expect(
    await callsOf(
      whole({ index: 0, id: 'a' }, '{'),
      piece({ index: 0, function: { arguments: '}' } }),
      whole({ index: 0, id: 'b' }),
    ),
  ).toEqual(['a {}', 'b {}'])
  expect(await callsOf(whole({}, { x: 1 }), whole({}, { x: 2 }))).toEqual(['fresh_1 {"x":1}', 'fresh_2 {"x":2}'])
})

test('an answer in parts gives its text, and its thinking parts are not taken for text', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'Hi.' },
  ]
  expect(await answered(sse(chat.delta({ content }), chat.delta({}, 'stop')))).toMatchObject([
    { type: 'text_delta', text: 'Hi.' },
    { item: { type: 'message', text: 'Hi.' } },
    { type: 'completed' },
  ])
})

test('reasons to stop that are errors are failures', async () => {
  const ended = async (choice: object) => {
    const last = (await answered(sse({ choices: [{ index: 0, delta: {}, ...choice }] }))).at(-1)
    return last?.type === 'failed' ? last.failure.kind : last?.type
  }
  expect(await ended({ finish_reason: 'error', error: { code: 502, message: 'Upstream failed.' } })).toBe(
    'server_error',
  )
  expect(await ended({ finish_reason: 'insufficient_system_resource' })).toBe('server_error')
  expect(await ended({ finish_reason: 'model_context_window_exceeded' })).toBe('overflow')
})

test('an answer in one piece is read like a stream', async () => {
  const message = {
    role: 'assistant',
    content: 'Whole',
    tool_calls: [{ id: 'a', function: { name: 'ls', arguments: '{}' } }],
  }
  const body = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
  expect(
    await answered((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }),
  ).toEqual([
    { type: 'text_delta', index: 0, text: 'Whole' },
    { type: 'item_done', index: 0, item: { type: 'message', text: 'Whole' } },
    { type: 'item_done', index: 1, item: { type: 'function_call', name: 'ls', arguments: '{}', callId: 'a' } },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
})

test('what stopped the answer is told, and half a call does not run', async () => {
  const half = chat.delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'ls', arguments: '{"pa' } }] })
  expect((await answered(sse(half, chat.delta({}, 'length')))).at(-1)).toEqual({
    type: 'completed',
    usage: null,
    stop: 'length',
  })
  expect(await answered(sse(chat.delta({}, 'content_filter')))).toEqual([
    { type: 'completed', usage: null, stop: 'content_filter' },
  ])
})
