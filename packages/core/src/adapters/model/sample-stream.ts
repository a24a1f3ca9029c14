/** The loop both wire formats share: body out, events in, and whatever happens, exactly one last event. */
import type { ModelEvent, SamplingRequest } from '../../ports/model-client.ts'
import type { Connection } from './connection.ts'
import { failureOf, type Place } from './failure.ts'
import type { Fault } from './fault.ts'
import { openStream, type StreamRequest } from './open-stream.ts'

/** `read` takes one event of the provider; `end` says what the end of the stream means. */
export type Reader = {
  read(event: unknown): readonly Reading[]
  end(): readonly Reading[]
}

export type Reading = Exclude<ModelEvent, { type: 'failed' }> | { readonly type: 'fault'; readonly fault: Fault }

export type Sampling = {
  readonly connection: Connection
  readonly request: SamplingRequest
  readonly post: StreamRequest
  readonly reader: Reader
  readonly apiKeyEnv: string
  readonly signal: AbortSignal
}

export async function* sampleStream(sampling: Sampling): AsyncGenerator<ModelEvent, void> {
  const { connection, post, reader, signal } = sampling
  for await (const piece of openStream(connection, post, signal)) {
    const readings = piece.ok ? reader.read(piece.value) : broken(reader, piece.error)
    for (const reading of readings) {
      yield toModelEvent(reading, sampling)
      if (isLast(reading)) return
    }
  }
  for (const reading of reader.end()) yield toModelEvent(reading, sampling)
}

/** An answer whose end was already told is whole, however the connection went afterwards. */
const broken = (reader: Reader, fault: Fault): readonly Reading[] => {
  if (fault.type === 'aborted') return [{ type: 'fault', fault }]
  const end = reader.end()
  return end.some(({ type }) => type === 'completed') ? end : [{ type: 'fault', fault }]
}

const isLast = ({ type }: Reading): boolean => type === 'completed' || type === 'fault'

const toModelEvent = (reading: Reading, sampling: Sampling): ModelEvent =>
  reading.type === 'fault' ? { type: 'failed', failure: failureOf(reading.fault, placeOf(sampling)) } : reading

const placeOf = ({ connection, request, apiKeyEnv }: Sampling): Place => ({
  address: connection.baseUrl,
  apiKeyEnv,
  model: request.model,
  secrets: connection.secrets,
  nowMs: connection.clock.now(),
})
