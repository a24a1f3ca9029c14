/** What the tests of both wire formats begin with: a client at an address, a request, items, and all events of an answer. */
import {
  CallId,
  DEFAULT_SETTINGS,
  type HistoryItem,
  ItemId,
  type ItemMeta,
  type Origin,
  type ProviderSettings,
} from '@rawr/protocol'
import type { ModelClient, ModelEvent, SamplingRequest } from '../../../ports/model-client.ts'
import { systemClock } from '../../clock.ts'
import { createModelClient } from '../create-model-client.ts'

export type Wire = 'responses' | 'chat'

export const clientAt = (
  base_url: string,
  settings: Partial<ProviderSettings> & { readonly wire_api: 'responses' | 'chat' | 'replay' },
  apiKey: string | null = 'sk-test-0123456789',
): ModelClient => {
  let made = 0
  return createModelClient({
    settings: { ...DEFAULT_SETTINGS.provider, base_url, ...settings },
    apiKey,
    clock: systemClock(),
    ids: {
      call: () => {
        made += 1
        return CallId.parse(`fresh_${made}`)
      },
    },
    blobs: { get: async () => new Uint8Array([1, 2, 3]) },
  })
}

export const request = (fields: Partial<SamplingRequest> = {}): SamplingRequest => ({
  model: 'test-model',
  instructions: 'Be brief.',
  items: [said('user', 'hello')],
  tools: [],
  toolChoice: 'auto',
  cacheKey: 'thread-1',
  ...fields,
})

let count = 0

export const meta = (origin: Origin): ItemMeta => {
  count += 1
  return { id: ItemId.parse(`i${count.toString(36)}`), at: 1, origin }
}

export const said = (role: 'user' | 'assistant', text: string): HistoryItem => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  meta: meta(role),
})

export const called = (id: string, name = 'shell', json = '{}'): HistoryItem => ({
  type: 'function_call',
  name,
  arguments: json,
  call_id: CallId.parse(id),
  meta: meta('assistant'),
})

export const result = (id: string, output: string): HistoryItem => ({
  type: 'function_call_output',
  call_id: CallId.parse(id),
  output,
  meta: meta('tool'),
})

export const sampleAll = async (
  client: ModelClient,
  asked: SamplingRequest = request(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> => {
  const events: ModelEvent[] = []
  for await (const event of client.sample(asked, signal)) events.push(event)
  return events
}
