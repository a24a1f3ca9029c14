import { expect, onTestFinished, test } from 'vitest'
import { openConcessions } from './concessions.ts'
import { chat, http, responses, sse, startProvider } from './testing/provider-server.ts'
import { clientAt, request, sampleAll } from './testing/sampling.ts'

const check = (words: string, body: object, expected: object | null) =>
  expect([words, openConcessions().afterRefusal({ model: 'm', body, words })?.body ?? null]).toEqual([words, expected])

test('a refusal that names a field to spare gives a body without it', () => {
  check('Unrecognized request argument supplied: stream_options', { a: 1, stream_options: {} }, { a: 1 })
  check('Encrypted content is not supported with this model.', { include: ['x'] }, {})
  check("Unsupported parameter: 'include'", { include: ['x'] }, {})
  check("Unsupported parameter: 'reasoning.effort' is not supported with this model.", { reasoning: {} }, {})
  check('reasoning_effort: Extra inputs are not permitted', { reasoning_effort: 'low' }, {})
  check(
    'Your organization must be verified to generate reasoning summaries.',
    { reasoning: { effort: 'low', summary: 'auto' } },
    { reasoning: { effort: 'low' } },
  )
  check(
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { max_tokens: 5 },
    { max_completion_tokens: 5 },
  )
  check(
    'This model does not support image inputs.',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }, { type: 'text' }] }] },
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: '[an image stands here; this model reads none]' }, { type: 'text' }],
        },
      ],
    },
  )
  check('Unknown parameter: parallel_tool_calls', { parallel_tool_calls: true }, {})
  check('body.prompt_cache_key: Extra inputs are not permitted', { prompt_cache_key: 'k' }, {})
  check(
    'invalid_encrypted_content The encrypted content gAAA could not be verified.',
    { input: [{ type: 'reasoning', encrypted_content: 'gAAA' }, { type: 'message' }] },
    { input: [{ type: 'message' }] },
  )
  check(
    'The encrypted content gBBB could not be verified.',
    { input: [{ type: 'compaction', encrypted_content: 'gBBB' }, { type: 'message' }] },
    { input: [{ type: 'message' }] },
  )
  check(
    'This response_format type is unavailable now',
    { response_format: { type: 'json_schema', json_schema: {} } },
    { response_format: { type: 'json_object' } },
  )
})

test('a refusal of what we need, did not send, or got wrong stays one', () => {
  check('Unsupported parameter: tools', { tools: [], model: 'm' }, null)
  check('Unsupported parameter: stream_options', { model: 'm' }, null)
  check("Invalid value for reasoning.effort: 'huge'", { reasoning: { effort: 'huge' } }, null)
  check('Unexpected field "store"', { store: false }, null)
  check('', { stream_options: {} }, null)
})

test('reasoning that was refused stays out, later reasoning goes', () => {
  const concessions = openConcessions()
  const input = (...contents: readonly string[]) => ({
    input: contents.map((encrypted_content) => ({ type: 'reasoning', encrypted_content })),
  })
  const words = 'invalid_encrypted_content'
  expect(concessions.afterRefusal({ model: 'm', body: input('old'), words })).toMatchObject({
    body: input(),
    told: expect.stringContaining('left out from here on'),
  })
  expect(concessions.bodyFor('m', input('old', 'new'))).toEqual(input('new'))
})

test('what was conceded is left out at once and from then on, for that model only', async () => {
  const refusal = http(400, { error: { message: "Unsupported parameter: 'stream_options'" } })
  const answer = sse(chat.delta({ content: 'ok' }, 'stop'), chat.done)
  const provider = await startProvider(refusal, answer, answer, answer)
  onTestFinished(provider.close)
  const client = clientAt(provider.url, { wire_api: 'chat' })
  for (const model of ['m1', 'm1', 'm2'])
    expect((await sampleAll(client, request({ model }))).at(-1)).toMatchObject({ type: 'completed', stop: 'end' })
  const sent = provider.sent.map(({ body }) => typeof body === 'object' && body !== null && 'stream_options' in body)
  expect(sent).toEqual([true, false, false, true])
})

test('several fields are conceded one by one, and an endless refuser is refused', async () => {
  const refusals = ['include', 'prompt_cache_key', 'parallel_tool_calls', 'store'].map((field) =>
    http(400, { error: { message: `Unknown parameter: '${field}'.`, code: 'unknown_parameter' } }),
  )
  const provider = await startProvider(...refusals)
  onTestFinished(provider.close)
  const tools = [{ name: 'ls', description: '', parameters: {} }]
  const events = await sampleAll(clientAt(provider.url, { wire_api: 'responses' }), request({ tools }))
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'refused', status: 400 } }])
  expect(Object.keys(provider.sent.at(-1)?.body as object).toSorted()).toEqual([
    'input',
    'instructions',
    'model',
    'store',
    'stream',
    'tool_choice',
    'tools',
  ])
})

test('overflow is never bargained with', async () => {
  const message = "This model's maximum context length is 8192 tokens. Unsupported: include."
  const provider = await startProvider(http(400, { error: { message } }), sse(responses.completed()))
  onTestFinished(provider.close)
  const events = await sampleAll(clientAt(provider.url, { wire_api: 'responses' }))
  expect(events).toMatchObject([{ failure: { kind: 'overflow' } }])
  expect(provider.sent).toHaveLength(1)
})
