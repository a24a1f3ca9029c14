/** Where requests go and what every one of them carries. */
import type { ProviderSettings } from '@rawr/protocol'
import type { Clock } from '../../ports/clock.ts'
import { OPENAI_URL } from '../../ports/model-client.ts'
import { baseAddress } from './base-address.ts'

export type Connection = {
  readonly baseUrl: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** What must never be shown or logged. */
  readonly secrets: readonly string[]
  readonly idleTimeoutMs: number
  readonly clock: Clock
}

export type ConnectionParts = {
  readonly settings: ProviderSettings
  /** `null` where the server asks for none. */
  readonly apiKey: string | null
  readonly clock: Clock
}

/** Headers of the settings win over a login in the address, and that over the key. */
export const connectionOf = ({ settings, apiKey: given, clock }: ConnectionParts): Connection => {
  // Read from a file, a key often ends in a newline.
  const apiKey = given?.trim() || null
  const { url, query, headers } = baseAddress(settings.base_url ?? OPENAI_URL)
  const own = [...Object.entries(headers), ...Object.entries(settings.headers)]
  return {
    baseUrl: url,
    query,
    headers: lowerCased([['user-agent', 'rawr'], ...(apiKey === null ? [] : [keyHeader(settings, apiKey)]), ...own]),
    secrets: [apiKey ?? '', ...Object.values(query), ...own.map(([, value]) => value)],
    idleTimeoutMs: settings.stream_idle_timeout_ms,
    clock,
  }
}

const keyHeader = ({ api_key_header: name }: ProviderSettings, key: string): readonly [string, string] =>
  name === 'authorization' ? [name, `Bearer ${key}`] : [name, key]

const lowerCased = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
