/**
 * The model clients against a server that somebody else wrote from the public documentation, where it lies beside the
 * repository. It is a second opinion: every behaviour asked of it here is proved by the servers of this folder too.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type HistoryItem, ItemId } from '@rawr/protocol'
import { checkRequests } from '@rawr/protocol/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { ModelClient, ModelEvent, ModelItem } from '../../ports/model-client.ts'
import { clientAt, meta, request, result, said, sampleAll } from './testing/sampling.ts'

const MOCK = fileURLToPath(new URL('../../../../../../shared/bench/mock-model/server.mjs', import.meta.url))
const SCRIPTS = fileURLToPath(new URL('../../../../../../shared/bench/mock-model/scripts', import.meta.url))

const Mock = z.object({
  start: z.custom<
    (options: object) => Promise<{
      url: string
      scripts: Map<string, object>
      close: () => Promise<void>
    }>
  >((value) => typeof value === 'function'),
})

const shell = {
  name: 'shell',
  description: 'Runs a command.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
}

const startMock = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'))
  const logFile = join(folder, 'log.jsonl')
  const { start } = Mock.parse(await import(pathToFileURL(MOCK).href))
  const mock = await start({ scriptsDir: SCRIPTS, logFile })
  onTestFinished(() => rm(folder, { recursive: true }))
  const bodies = async (): Promise<object[]> => {
    await mock.close()
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
    return lines.map((line) => z.looseObject({ body: z.looseObject({}) }).parse(JSON.parse(line)).body)
  }
  return { ...mock, bodies }
}

const itemOf = (item: ModelItem): HistoryItem => {
  switch (item.type) {
    case 'message':
      return said('assistant', item.text)
    case 'reasoning':
      return {
        type: 'reasoning',
        summary: item.summary.map((text) => ({ type: 'summary_text', text })),
        ...(item.id === undefined ? {} : { id: item.id }),
        ...(item.encryptedContent === undefined ? {} : { encrypted_content: item.encryptedContent }),
        meta: meta('assistant'),
      }
    case 'function_call':
      return {
        type: 'function_call',
        name: item.name,
        arguments: item.arguments,
        call_id: item.callId as Extract<HistoryItem, { type: 'function_call' }>['call_id'],
        meta: { ...meta('assistant'), id: ItemId.parse(`i_${item.callId}`) },
      }
  }
}

const itemsOf = (events: readonly ModelEvent[]): ModelItem[] =>
  events.flatMap((event) => (event.type === 'item_done' ? [event.item] : []))

/** Goes on as an agent does, giving every call a made-up result, until the model makes no more calls. */
const runTurn = async (client: ModelClient, history: readonly HistoryItem[]): Promise<readonly HistoryItem[]> => {
  const events = await sampleAll(client, request({ items: history, tools: [shell] }))
  expect(events.at(-1)).toMatchObject({ type: 'completed', usage: { input_tokens: expect.any(Number) } })
  const items = itemsOf(events)
  const calls = items.flatMap((item) => (item.type === 'function_call' ? [item] : []))
  const next = [...history, ...items.map(itemOf), ...calls.map(({ callId }) => result(callId, `done ${callId}`))]
  return calls.length === 0 ? next : runTurn(client, next)
}

const lastOf = async (client: ModelClient) => {
  const last = (await sampleAll(client, request({ tools: [shell] }))).at(-1)
  return last?.type === 'failed' ? last.failure : last
}

describe.skipIf(!existsSync(MOCK)).each(['responses', 'chat'] as const)('over %s [needs mock-model]', (wire) => {
  test('fifty rounds of tools keep every law', async () => {
    const mock = await startMock()
    const client = clientAt(`${mock.url}/s/tools50/${wire}/v1`, { wire_api: wire })
    const live = 'Please work through the list.'
    const history = await runTurn(client, [said('user', live)])
    expect(history.filter(({ type }) => type === 'function_call').length).toBeGreaterThanOrEqual(50)
    const bodies = await mock.bodies()
    const encrypted = new Set(
      history.flatMap((item) => (item.type === 'reasoning' && item.encrypted_content ? [item.encrypted_content] : [])),
    )
    const window = { tokens: 100_000, outputReserve: 8_192 }
    expect(checkRequests(bodies, { window, bytesMax: null, sacred: [], live, encrypted, fenceTags: [] })).toEqual([])
  })

  test('scripted faults are named, and the answer after them arrives', async () => {
    const mock = await startMock()
    mock.scripts.set('troubles', {
      name: 'troubles',
      contextWindow: 5_000,
      steps: [
        { fault: { type: 'http', status: 429, retryAfterMs: 40 } },
        { text: { chunks: 10 }, fault: { type: 'drop', afterChunks: 4 } },
        { fault: { type: 'drop', afterChunks: 0 } },
        { fault: { type: 'sse_error', code: 'server_error' } },
        { text: ['a', 'b', 'c'], fault: { type: 'truncate', afterChunks: 2 } },
        { text: ['a', 'b'], fault: { type: 'garbage' } },
        { fault: { type: 'http', status: 503 } },
        { fault: { type: 'http', status: 401 } },
        { text: 'Recovered.' },
      ],
    })
    const client = clientAt(`${mock.url}/s/troubles/${wire}/v1`, { wire_api: wire })
    const kinds: unknown[] = []
    for (let i = 0; i < 9; i += 1) {
      const last = await lastOf(client)
      kinds.push(last !== undefined && 'kind' in last ? last.kind : last?.type)
    }
    expect(kinds).toEqual([
      'rate_limited',
      'stream_cut',
      'stream_cut',
      'server_error',
      'stream_cut',
      'garbage',
      'server_error',
      'unauthorized',
      'completed',
    ])
    const big = request({ items: [said('user', 'z'.repeat(30_000))], tools: [shell] })
    expect((await sampleAll(client, big)).at(-1)).toMatchObject({ failure: { kind: 'overflow', transient: false } })
    await mock.close()
  })

  test('the list of models is read', async () => {
    const mock = await startMock()
    const client = clientAt(`${mock.url}/v1`, { wire_api: wire })
    expect(await client.listModels(new AbortController().signal)).toEqual([{ id: 'mock-model' }])
    await mock.close()
  })
})
