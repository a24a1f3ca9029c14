/**
 * Each preset against a server that poses as its provider: path, key and headers as it wants them, list and window as it
 * tells them, usage as it spells it, and its error where a request does not fit. From the documentation named in
 * `config/presets.ts` and in `adapters/model/overflow-rows.ts`.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderPreset, TokenUsage } from '@rawr/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createModelClient } from '../adapters/model/create-model-client.ts'
import { type Answer, chat, http, type Sent, sse, startProvider } from '../adapters/model/testing/provider-server.ts'
import { request, sampleAll, type Wire } from '../adapters/model/testing/sampling.ts'
import { spokenEvents } from '../adapters/model/testing/speak.ts'
import { strictly } from '../adapters/model/testing/strict.ts'
import { loadSettings } from '../config/load.ts'
import { PRESETS } from '../config/presets.ts'
import { memoryBlobs, memoryClock, memoryIds } from '../testing/memory-ports.ts'
import { chooseProvider } from './choose-provider.ts'

type Pose = {
  readonly preset: ProviderPreset
  readonly wire: Wire
  /** What is asked beside the conversation, by path below the root. */
  readonly native: Readonly<Record<string, object>>
  /** The base path of the real address. */
  readonly path: string
  readonly key: { readonly env: string; readonly header: string; readonly value: string } | null
  readonly model: { readonly name: string; readonly window: number | undefined }
  readonly usage: object
  readonly reads: Partial<TokenUsage>
  readonly overflow: { readonly status: number; readonly body: object }
}

const listed = (...models: object[]) => ({ object: 'list', data: models })

const POSES: readonly Pose[] = [
  {
    preset: 'openai',
    wire: 'responses',
    path: '/v1',
    native: { '/v1/models': listed({ id: 'gpt-5.2', created: 1 }, { id: 'gpt-4o', created: 0 }) },
    key: { env: 'OPENAI_API_KEY', header: 'authorization', value: 'Bearer k-1' },
    model: { name: 'gpt-5.2', window: 272_000 },
    usage: {
      input_tokens: 120,
      input_tokens_details: { cached_tokens: 64 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 129,
    },
    reads: { input_tokens: 120, cached_input_tokens: 64, output_tokens: 9, reasoning_output_tokens: 4 },
    overflow: {
      status: 400,
      body: {
        error: {
          message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
          type: 'invalid_request_error',
          param: 'input',
          code: 'context_length_exceeded',
        },
      },
    },
  },
  {
    preset: 'azure',
    wire: 'responses',
    path: '/openai/v1',
    native: { '/openai/v1/models': listed({ id: 'my-deployment', created_at: 1 }) },
    key: { env: 'AZURE_OPENAI_API_KEY', header: 'api-key', value: 'k-1' },
    model: { name: 'my-deployment', window: undefined },
    usage: { input_tokens: 80, output_tokens: 5, total_tokens: 85 },
    reads: { input_tokens: 80, cached_input_tokens: 0, output_tokens: 5 },
    overflow: {
      status: 400,
      body: {
        error: {
          message:
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 140000 tokens.",
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        },
      },
    },
  },
  {
    preset: 'openrouter',
    wire: 'chat',
    path: '/api/v1',
    native: { '/api/v1/models': listed({ id: 'qwen/qwen3-coder', created: 1, context_length: 262_144 }) },
    key: { env: 'OPENROUTER_API_KEY', header: 'authorization', value: 'Bearer k-1' },
    model: { name: 'qwen/qwen3-coder', window: 262_144 },
    usage: { prompt_tokens: 70, completion_tokens: 6, prompt_tokens_details: { cached_tokens: 32 }, cost: 0.001 },
    reads: { input_tokens: 70, cached_input_tokens: 32, output_tokens: 6 },
    overflow: {
      status: 400,
      body: {
        error: {
          message:
            "This endpoint's maximum context length is 262144 tokens. However, you requested about 300000 tokens.",
          code: 400,
          metadata: { provider_name: null },
        },
      },
    },
  },
  {
    preset: 'ollama',
    wire: 'chat',
    path: '/v1',
    native: {
      '/v1/models': listed({ id: 'qwen3:8b', created: 1, owned_by: 'library' }),
      '/api/version': { version: '0.13.1' },
      '/api/ps': { models: [{ name: 'qwen3:8b', context_length: 8_192 }] },
    },
    key: null,
    model: { name: 'qwen3:8b', window: 8_192 },
    usage: { prompt_tokens: 26, completion_tokens: 8, total_tokens: 34 },
    reads: { input_tokens: 26, output_tokens: 8 },
    overflow: {
      status: 400,
      body: {
        error: {
          message: 'prompt too long; exceeded max context length by 5120 tokens',
          type: 'api_error',
          param: null,
          code: null,
        },
      },
    },
  },
  {
    preset: 'lmstudio',
    wire: 'chat',
    path: '/v1',
    native: {
      '/v1/models': listed({ id: 'qwen2.5-7b-instruct', object: 'model' }),
      '/api/v0/models': listed({
        id: 'qwen2.5-7b-instruct',
        max_context_length: 32_768,
        loaded_context_length: 4_096,
        state: 'loaded',
      }),
    },
    key: null,
    model: { name: 'qwen2.5-7b-instruct', window: 4_096 },
    usage: { prompt_tokens: 24, completion_tokens: 3, total_tokens: 27 },
    reads: { input_tokens: 24, output_tokens: 3 },
    overflow: {
      status: 400,
      body: {
        error:
          'Trying to keep the first 9218 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      },
    },
  },
  {
    preset: 'vllm',
    wire: 'chat',
    path: '/v1',
    native: { '/v1/models': listed({ id: 'Qwen/Qwen3-32B', created: 1, max_model_len: 40_960 }) },
    key: { env: 'VLLM_API_KEY', header: 'authorization', value: 'Bearer k-1' },
    model: { name: 'Qwen/Qwen3-32B', window: 40_960 },
    usage: { prompt_tokens: 31, total_tokens: 40, completion_tokens: 9, prompt_tokens_details: null },
    reads: { input_tokens: 31, cached_input_tokens: 0, output_tokens: 9 },
    overflow: {
      status: 400,
      body: {
        object: 'error',
        message:
          "This model's maximum context length is 40960 tokens. However, you requested 41232 tokens (41232 in the messages, 0 in the completion).",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    },
  },
  {
    preset: 'llamacpp',
    wire: 'chat',
    path: '/v1',
    native: {
      '/v1/models': listed({ id: 'gpt-4', object: 'model', created: 1, meta: { n_ctx_train: 131_072 } }),
      '/props': { default_generation_settings: { n_ctx: 16_384 }, total_slots: 1 },
    },
    key: null,
    model: { name: 'gpt-4', window: 16_384 },
    usage: { prompt_tokens: 15, completion_tokens: 4, total_tokens: 19 },
    reads: { input_tokens: 15, output_tokens: 4 },
    overflow: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 20_000,
          n_ctx: 16_384,
        },
      },
    },
  },
]

/** Answers lists by path; conversations one by one, by the strict rules. */
const poseAs = async (pose: Pose) => {
  const whole = spokenEvents(pose.wire, { text: 'Ahoy.' })
  const told =
    pose.wire === 'responses'
      ? [
          ...whole.slice(0, -1),
          {
            type: 'response.completed',
            response: { id: 'r', object: 'response', status: 'completed', output: [], usage: pose.usage },
          },
        ]
      : [...whole.slice(0, -1), chat.usage(pose.usage), chat.done]
  let conversations = 0
  const answer: Answer = (response, sent) => {
    const native = pose.native[sent.path]
    if (native !== undefined) return http(200, native)(response, sent)
    if (!/\/(responses|chat\/completions)$/.test(sent.path)) return http(404, { error: 'Not Found' })(response, sent)
    conversations += 1
    const next = conversations === 1 ? strictly(sse(...told)) : http(pose.overflow.status, pose.overflow.body)
    return next(response, sent)
  }
  const server = await startProvider(answer)
  onTestFinished(server.close)
  return { base: `${server.url.replace(/\/v1$/, '')}${pose.path}`, sent: (): readonly Sent[] => server.sent }
}

test.each(POSES)('$preset: asked as it wants to be, and understood', async (pose) => {
  const server = await poseAs(pose)
  const home = mkdtempSync(join(tmpdir(), 'rawr-preset-'))
  const flags = { provider: { preset: pose.preset, base_url: server.base } }
  const loaded = await loadSettings({ home, cwd: home, flags })
  if (!loaded.ok) throw new Error(loaded.error.message)
  const clock = memoryClock()
  const env = pose.key === null ? { OPENAI_API_KEY: 'never sent' } : { [pose.key.env]: 'k-1' }
  const signal = AbortSignal.timeout(5_000)
  const { settings, apiKey } = await chooseProvider({
    settings: loaded.value.settings,
    env,
    apiKey: undefined,
    clock,
    signal,
  })
  expect(settings.model).toEqual({
    name: pose.model.name,
    ...(pose.model.window === undefined ? {} : { context_window: pose.model.window }),
  })
  const client = createModelClient({
    settings: settings.provider,
    apiKey,
    clock,
    ids: memoryIds(),
    blobs: memoryBlobs(),
  })
  const asked = request({
    model: pose.model.name,
    tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
  })
  expect((await sampleAll(client, asked)).at(-1)).toMatchObject({ type: 'completed', usage: pose.reads, stop: 'end' })
  const last = server.sent().at(-1)
  const headers: Readonly<Record<string, unknown>> = { ...last?.headers }
  expect(last?.path).toBe(`${pose.path}${pose.wire === 'responses' ? '/responses' : '/chat/completions'}`)
  if (pose.key === null) expect(headers.authorization).toBeUndefined()
  else expect(headers[pose.key.header]).toBe(pose.key.value)
  expect((await sampleAll(client, asked)).at(-1)).toMatchObject({ type: 'failed', failure: { kind: 'overflow' } })
})

test('a preset is weaker than what anybody wrote, and every one names its source', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-preset-'))
  const flags = { provider: { preset: 'ollama' as const, wire_api: 'responses' as const } }
  const loaded = await loadSettings({ home, cwd: home, flags })
  expect(loaded).toMatchObject({
    value: {
      settings: { provider: { base_url: 'http://127.0.0.1:11434/v1', wire_api: 'responses' } },
      sources: { 'provider.base_url': 'preset ollama', 'provider.wire_api': 'flags' },
    },
  })
  for (const { source } of Object.values(PRESETS)) expect(source).toMatch(/\.\w+\//)
})

test('Azure without its own address says what to write', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rawr-preset-'))
  const loaded = await loadSettings({ home, cwd: home, flags: { provider: { preset: 'azure' } } })
  if (!loaded.ok) throw new Error(loaded.error.message)
  const { settings } = loaded.value
  const signal = AbortSignal.timeout(5_000)
  expect(await chooseProvider({ settings, env: {}, apiKey: 'k', clock: memoryClock(), signal })).toMatchObject({
    hasModel: false,
    note: expect.stringContaining('provider.base_url'),
  })
})
