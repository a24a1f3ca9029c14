import { expect, onTestFinished, test } from 'vitest'
import { detectLocalServers, USUAL_PORTS } from './local-servers.ts'
import { http, startProvider } from './testing/provider-server.ts'

test('a server with a model is found; a page, an empty list, silence and nothing are passed over', async () => {
  const model = await startProvider(http(200, { data: [{ id: 'qwen', max_model_len: 32_768 }] }))
  const page = await startProvider(http(200, '<html>Some other program</html>'))
  const empty = await startProvider(http(200, { data: [] }))
  const silent = await startProvider(() => {})
  for (const { close } of [model, page, empty, silent]) onTestFinished(close)
  const found = await detectLocalServers(new AbortController().signal, [
    { name: 'nothing', baseUrl: 'http://127.0.0.1:1/v1' },
    { name: 'silent', baseUrl: silent.url },
    { name: 'page', baseUrl: page.url },
    { name: 'empty', baseUrl: empty.url },
    { name: 'model', baseUrl: model.url },
  ])
  expect(found).toEqual([
    { name: 'model', baseUrl: model.url, wireApi: 'chat', models: [{ id: 'qwen', contextWindow: 32_768 }] },
  ])
})

test('the usual ports are those of the four servers', () => {
  expect(USUAL_PORTS.map(({ name, baseUrl }) => [name, new URL(baseUrl).port])).toEqual([
    ['Ollama', '11434'],
    ['LM Studio', '1234'],
    ['vLLM', '8000'],
    ['llama.cpp', '8080'],
  ])
})
