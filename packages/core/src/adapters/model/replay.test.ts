import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelClient, SamplingRequest } from '../../ports/model-client.ts'
import { called, clientAt, request, result, said, sampleAll } from './testing/sampling.ts'

const TAPE = [
  { type: 'recording', version: 1, model: 'tape', context_window: 60_000, closing: 'The end.' },
  { type: 'step', items: [{ type: 'message', text: 'One.' }, call('c1')] },
  { type: 'step', items: [call('c2'), call('c3')], usage: usage(900) },
  { type: 'step', items: [{ type: 'message', text: 'Three.' }] },
]

function call(call_id: string) {
  return { type: 'function_call', name: 'ls', arguments: {}, call_id }
}

function usage(input_tokens: number) {
  return { input_tokens, cached_input_tokens: 0, output_tokens: 5, reasoning_output_tokens: 0, total_tokens: 905 }
}

const playerOf = async (content: string): Promise<ModelClient> => {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const recording = join(folder, 'tape.jsonl')
  await writeFile(recording, content)
  return clientAt('http://127.0.0.1:9/v1', { wire_api: 'replay', recording }, null)
}

const player = () => playerOf(TAPE.map((line) => JSON.stringify(line)).join('\n'))

/** What a request is answered with: texts and call ids, and the last event. */
const answerTo = async (client: ModelClient, fields: Partial<SamplingRequest> = {}) => {
  const events = await sampleAll(client, request(fields))
  const items = events.flatMap((event) => (event.type === 'item_done' ? [event.item] : []))
  return items
    .map((item) => (item.type === 'message' ? item.text : item.type === 'reasoning' ? '' : item.callId))
    .join(' ')
}

test('one step a request, in order, and the closing words ever after', async () => {
  const client = await player()
  const answers: string[] = []
  for (let i = 0; i < 5; i += 1) answers.push(await answerTo(client))
  expect(answers).toEqual(['One. c1', 'c2 c3', 'Three.', 'The end.', 'The end.'])
})

test('a step streams its text, ends with its usage and says why it stopped', async () => {
  const client = await player()
  expect(await sampleAll(client)).toEqual([
    { type: 'text_delta', index: 0, text: 'One.' },
    { type: 'item_done', index: 0, item: { type: 'message', text: 'One.' } },
    { type: 'item_done', index: 1, item: { type: 'function_call', name: 'ls', arguments: '{}', callId: 'c1' } },
    { type: 'completed', usage: null, stop: 'tool_calls' },
  ])
  expect((await sampleAll(client)).at(-1)).toEqual({ type: 'completed', usage: usage(900), stop: 'tool_calls' })
  expect((await sampleAll(client)).at(-1)).toEqual({ type: 'completed', usage: null, stop: 'end' })
})

test('the pieces of a long text join to the text and halve no character', async () => {
  const text = `${'A sentence of some words, and an emoji 😀. '.repeat(40)}${'x'.repeat(200)}`
  const client = await playerOf(JSON.stringify({ type: 'step', items: [{ type: 'message', text }] }))
  const pieces = (await sampleAll(client)).flatMap((event) => (event.type === 'text_delta' ? [event.text] : []))
  expect(pieces.join('')).toBe(text)
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
  expect(pieces.length).toBeGreaterThan(20)
})

test('threads have their own place, also when a compaction took all traces away', async () => {
  const client = await player()
  expect(await answerTo(client, { cacheKey: 'a' })).toBe('One. c1')
  expect(await answerTo(client, { cacheKey: 'b' })).toBe('One. c1')
  expect(await answerTo(client, { cacheKey: 'a', items: [said('user', 'only a summary')] })).toBe('c2 c3')
})

test('a fresh process goes on where the history stands', async () => {
  const at = async (items: SamplingRequest['items']) => answerTo(await player(), { items })
  expect(await at([said('user', 'go'), said('assistant', 'One.'), called('c1'), result('c1', 'x')])).toBe('c2 c3')
  expect(await at([called('c2'), called('c3'), result('c2', 'x'), result('c3', 'x')])).toBe('Three.')
  expect(await at([said('assistant', 'Three.'), said('user', 'and now?')])).toBe('The end.')
  expect(await at([said('assistant', 'Something else.')])).toBe('One. c1')
})

test('an interrupted answer is given again', async () => {
  const client = await player()
  const controller = new AbortController()
  const types: string[] = []
  for await (const event of client.sample(request(), controller.signal)) {
    types.push(event.type)
    controller.abort()
  }
  expect(types).toEqual(['text_delta', 'failed'])
  expect(await answerTo(client)).toBe('One. c1')
})

test('questions beside the work do not move the tape', async () => {
  const client = await player()
  expect(await answerTo(client, { toolChoice: 'none' })).toMatch(/recorded/)
  expect(await answerTo(client, { outputSchema: { name: 'verdict', schema: {} } })).toMatch(/recorded/)
  expect(await answerTo(client)).toBe('One. c1')
})

test('a recording that is missing or broken is one failure that names it', async () => {
  const missing = clientAt('http://127.0.0.1:9/v1', { wire_api: 'replay', recording: '/nowhere/tape.jsonl' }, null)
  expect(await sampleAll(missing)).toMatchObject([{ type: 'failed', failure: { kind: 'not_found', transient: false } }])
  expect(await sampleAll(await playerOf('{"type":"step"}'))).toMatchObject([
    { type: 'failed', failure: { kind: 'garbage', message: expect.stringMatching(/tape\.jsonl, line 1: items/) } },
  ])
})

test('the model on offer is the recorded one', async () => {
  expect(await (await player()).listModels(new AbortController().signal)).toEqual([
    { id: 'tape', contextWindow: 60_000 },
  ])
})
