/**
 * What a known provider needs to be asked: address, API, and the variable and header of its key. From each provider's own
 * documentation; a local server gets a variable of its own, so that OpenAI's key is never sent to it.
 */
import type { ProviderPreset, SettingsLayer } from '@rawr/protocol'

type Preset = {
  /** Where it is written down. */
  readonly source: string
  readonly provider: NonNullable<SettingsLayer['provider']>
  /** It answers nobody without one; absent: a server of one's own, which asks for a key only where it was told to. */
  readonly needsKey?: true
}

export const PRESETS: Readonly<Record<ProviderPreset, Preset>> = {
  openai: {
    source: 'platform.openai.com/docs/api-reference; 50 MB of images in one request',
    needsKey: true,
    provider: {
      base_url: 'https://api.openai.com/v1',
      wire_api: 'responses',
      api_key_env: 'OPENAI_API_KEY',
      body_bytes_max: 50_000_000,
    },
  },
  azure: {
    source: 'learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle: the v1 API needs no api-version',
    needsKey: true,
    provider: { wire_api: 'responses', api_key_env: 'AZURE_OPENAI_API_KEY', api_key_header: 'api-key' },
  },
  openrouter: {
    source: 'openrouter.ai/docs/api-reference',
    needsKey: true,
    provider: { base_url: 'https://openrouter.ai/api/v1', wire_api: 'chat', api_key_env: 'OPENROUTER_API_KEY' },
  },
  ollama: {
    source: 'github.com/ollama/ollama/blob/main/docs/openai.md',
    provider: { base_url: 'http://127.0.0.1:11434/v1', wire_api: 'chat', api_key_env: 'OLLAMA_API_KEY' },
  },
  lmstudio: {
    source: 'lmstudio.ai/docs/developer/openai-compat',
    provider: { base_url: 'http://127.0.0.1:1234/v1', wire_api: 'chat', api_key_env: 'LMSTUDIO_API_KEY' },
  },
  vllm: {
    source: 'docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
    provider: { base_url: 'http://127.0.0.1:8000/v1', wire_api: 'chat', api_key_env: 'VLLM_API_KEY' },
  },
  llamacpp: {
    source: 'github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    provider: { base_url: 'http://127.0.0.1:8080/v1', wire_api: 'chat', api_key_env: 'LLAMA_API_KEY' },
  },
}

export const presetLayer = (preset: ProviderPreset): SettingsLayer => ({ provider: PRESETS[preset].provider })
