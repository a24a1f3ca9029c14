import { expect, onTestFinished, test } from 'vitest'
import { listModels } from './list-models.ts'
import { type Answer, http, startProvider } from './testing/provider-server.ts'

/** A server that knows these paths. */
const listFrom = async (paths: Readonly<Record<string, object>>) => {
  const answer: Answer = (response, sent) => {
    const body = paths[sent.path]
    return body === undefined ? http(404, 'no such page')(response, sent) : http(200, body)(response, sent)
  }
  const provider = await startProvider(answer)
  onTestFinished(provider.close)
  return listModels({ baseUrl: provider.url, query: {}, headers: {} }, new AbortController().signal)
}

test('a list tells the window in whichever word it has, newest first', async () => {
  expect(
    await listFrom({
      '/v1/models': {
        data: [
          { id: 'old', created: 1, max_model_len: 32_768 },
          { id: 'new', created: 9, context_length: 131_072 },
          { id: 'middle', created: 5, context_window: 8_192 },
          { id: '' },
          'nonsense',
        ],
      },
    }),
  ).toEqual([
    { id: 'new', contextWindow: 131_072 },
    { id: 'middle', contextWindow: 8_192 },
    { id: 'old', contextWindow: 32_768 },
  ])
})

test('LM Studio tells at its own address what a model is loaded with, or could be', async () => {
  expect(
    await listFrom({
      '/v1/models': { data: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
      '/api/v0/models': {
        data: [
          { id: 'a', loaded_context_length: 8_192, max_context_length: 131_072 },
          { id: 'b', max_context_length: 32_768 },
        ],
      },
    }),
  ).toEqual([{ id: 'a', contextWindow: 8_192 }, { id: 'b', contextWindow: 32_768 }, { id: 'c' }])
})

test('llama.cpp tells the window of its one model', async () => {
  expect(
    await listFrom({
      '/v1/models': { data: [{ id: 'gguf', meta: { n_ctx_train: 131_072 } }] },
      '/props': { default_generation_settings: { n_ctx: 16_384 } },
    }),
  ).toEqual([{ id: 'gguf', contextWindow: 16_384 }])
})

test('Ollama is trusted for loaded models only, and the smallest window is assumed for the others', async () => {
  expect(
    await listFrom({
      '/v1/models': { data: [{ id: 'loaded:latest' }, { id: 'asleep' }] },
      '/api/version': { version: '0.13.0' },
      '/api/ps': { models: [{ name: 'loaded:latest', context_length: 32_768 }] },
    }),
  ).toEqual([
    { id: 'loaded:latest', contextWindow: 32_768 },
    { id: 'asleep', contextWindow: 4_096 },
  ])
})

test('a server without a list offers nothing, and so does none at all', async () => {
  expect(await listFrom({})).toEqual([])
  expect(await listFrom({ '/v1/models': { models: [] } })).toEqual([])
  const nowhere = { baseUrl: 'http://127.0.0.1:1/v1', query: {}, headers: {} }
  expect(await listModels(nowhere, new AbortController().signal)).toEqual([])
})
