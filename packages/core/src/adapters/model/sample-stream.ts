/** The loop both wire formats share: body out, events in, and whatever happens, exactly one last event. */
import type { ModelEvent, SamplingRequest } from '../../ports/model-client.ts'
import type { Conceded, Concessions } from './concessions.ts'
import type { Connection } from './connection.ts'
import { failureOf, type Place } from './failure.ts'
import { errorWords, type Fault } from './fault.ts'
import { openStream, type StreamRequest } from './open-stream.ts'
import { isOverflow } from './overflow-table.ts'
import type { Reader, Reading } from './reading.ts'

export type Sampling = {
  readonly connection: Connection
  readonly request: SamplingRequest
  readonly post: StreamRequest
  readonly reader: Reader
  readonly apiKeyEnv: string
  readonly signal: AbortSignal
  readonly concessions: Concessions
  /** A fuller body, where the provider does not have what this one left out. */
  readonly afterRefusal?: (fault: Fault) => object | null
}

export async function* sampleStream(sampling: Sampling): AsyncGenerator<ModelEvent, void> {
  const { request, post, concessions } = sampling
  let body: object | null = concessions.bodyFor(request.model, post.body)
  while (body !== null) body = yield* sampleOnce({ ...sampling, post: { ...post, body } })
}

/** Returns the body to try next where the server refused one with too much or too little in it. */
async function* sampleOnce(sampling: Sampling): AsyncGenerator<ModelEvent, object | null> {
  const { connection, post, reader, signal } = sampling
  for await (const piece of openStream(connection, post, signal)) {
    const other = piece.ok ? null : otherBody(piece.error, sampling)
    if (other !== null) {
      if (other.told !== null) yield { type: 'conceded', message: other.told }
      return other.body
    }
    const readings = piece.ok ? reader.read(piece.value) : broken(reader, piece.error)
    for (const reading of readings) {
      yield toModelEvent(reading, sampling)
      if (isLast(reading)) return null
    }
  }
  for (const reading of reader.end()) yield toModelEvent(reading, sampling)
  return null
}

const otherBody = (fault: Fault, sampling: Sampling): Conceded | null => {
  const whole = sampling.afterRefusal?.(fault) ?? null
  if (whole === null) return smallerBody(fault, sampling)
  return { body: sampling.concessions.bodyFor(sampling.request.model, whole), told: null }
}

const smallerBody = (fault: Fault, { request, post, concessions }: Sampling): Conceded | null => {
  if (fault.type !== 'http' || (fault.status !== 400 && fault.status !== 422)) return null
  const said = errorWords(fault.body)
  if (isOverflow(said)) return null
  return concessions.afterRefusal({ model: request.model, body: post.body, words: `${said.code} ${said.message}` })
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
