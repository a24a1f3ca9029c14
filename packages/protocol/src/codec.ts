/**
 * Text to frame and back: a Result, never a throw. Knows nothing of sockets. A client skips event types it does not
 * know, so that a newer core can speak to it; a server refuses what it does not know and says where.
 */
import { z } from 'zod'
import { ClientFrame, type Event, ServerFrame } from './frame.ts'
import { SubmissionId, ThreadId } from './ids.ts'
import { err, ok, type Result } from './result.ts'
import { Seq } from './units.ts'
import type { WireError, WireErrorCode } from './wire-error.ts'

export type DecodeError = WireError & {
  /** The submission the broken frame named, where that much could be read. */
  readonly id: SubmissionId | null
}

export const encodeFrame = (frame: ClientFrame | ServerFrame): string => JSON.stringify(frame)

/** Reads what a client sent. */
export const decodeClientFrame = (text: string): Result<ClientFrame, DecodeError> => {
  const json = parseJson(text)
  if (!json.ok) return json
  const frame = ClientFrame.safeParse(json.value)
  return frame.success ? ok(frame.data) : err(decodeError(frame.error, json.value))
}

/** A logged event of a type this version does not know: nothing to show, but its number is taken. */
export type SkippedEvent = Pick<Event, 'thread_id'> & { readonly type: 'skipped'; readonly seq: Seq }

/** Reads what a server sent; `null` for a frame, or an event without a number, of a type this version does not know. */
export const decodeServerFrame = (text: string): Result<ServerFrame | SkippedEvent | null, DecodeError> => {
  const json = parseJson(text)
  if (!json.ok) return json
  const frame = ServerFrame.safeParse(json.value)
  if (frame.success) return ok(frame.data)
  const error = decodeError(frame.error, json.value)
  const isUnknownType = error.path.length <= 2 && error.path.at(-1) === 'type' && isNamedType(json.value, error.path)
  if (!isUnknownType) return err(error)
  const numbered = NumberedEvent.safeParse(json.value)
  return ok(numbered.success ? { ...numbered.data, type: 'skipped' } : null)
}

const NumberedEvent = z.object({ type: z.literal('event'), thread_id: ThreadId, seq: Seq })

const parseJson = (text: string): Result<unknown, DecodeError> => {
  try {
    return ok(JSON.parse(text))
  } catch (cause) {
    return err({ code: 'bad_json', message: `The frame is not JSON: ${(cause as Error).message}`, path: [], id: null })
  }
}

const isNamedType = (value: unknown, path: readonly (string | number)[]): boolean =>
  typeof path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value) === 'string'

const isRecord = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

const decodeError = (error: z.ZodError, value: unknown): DecodeError => {
  const issue = error.issues[0]
  const path = (issue?.path ?? []).filter((key) => typeof key !== 'symbol')
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const where = (unknownKey === undefined ? path : [...path, unknownKey]).slice(0, PATH_KEYS_MAX).map(shortened)
  const at = where.length === 0 ? 'the frame' : where.join('.')
  const why = unknownKey === undefined ? (issue?.message ?? 'invalid') : 'this field is not known here'
  return { code: wireCode(issue, path), message: clipped(`${at}: ${why}`, 1_000), path: where, id: idOf(value) }
}

/** A sender's own names come back in the refusal: it must not grow with what was sent. */
const PATH_KEYS_MAX = 32

const shortened = (key: string | number): string | number => (typeof key === 'string' ? clipped(key, 100) : key)

const clipped = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text.toWellFormed()

const wireCode = (issue: z.core.$ZodIssue | undefined, path: readonly (string | number)[]): WireErrorCode => {
  if (issue?.code === 'unrecognized_keys') return 'unknown_field'
  if (issue?.code === 'invalid_union' && path.join('.') === 'op.type') return 'unknown_op'
  return 'invalid'
}

const idOf = (value: unknown): SubmissionId | null => {
  const id = SubmissionId.safeParse(isRecord(value) ? value['id'] : undefined)
  return id.success ? id.data : null
}
