/**
 * Ids that sort by the time they were made: nine characters of milliseconds, then chance, counted up within the same
 * millisecond. Lower-case letters and digits only, so that an id can be part of a file name anywhere.
 */
import { randomBytes, randomInt } from 'node:crypto'
import {
  CallId,
  ClientId,
  CompactionId,
  Epoch,
  PlanId,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'

/** Crockford's alphabet in lower case: no i, l, o, u, and byte order is value order. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 9
const CHANCE_CHARACTERS = 10

/** 2^40 chances leave room to count up within one millisecond. */
const CHANCE_MAX = 2 ** 40

export const openIdSource = (clock: Pick<Clock, 'now'>): IdSource => {
  let lastAt = 0
  let lastChance = 0
  const next = (): string => {
    const at = Math.max(clock.now(), lastAt)
    lastChance = at === lastAt ? lastChance + 1 : randomBytes(5).readUIntBE(0, 5)
    lastAt = lastChance < CHANCE_MAX ? at : at + 1
    if (lastChance >= CHANCE_MAX) lastChance = 0
    return digits(lastAt, TIME_CHARACTERS) + digits(lastChance, CHANCE_CHARACTERS - 2) + tail()
  }
  return {
    thread: () => ThreadId.parse(`th_${next()}`),
    turn: () => TurnId.parse(`tn_${next()}`),
    call: () => CallId.parse(`call_${next()}`),
    submission: () => SubmissionId.parse(`sb_${next()}`),
    request: () => RequestId.parse(`rq_${next()}`),
    compaction: () => CompactionId.parse(`cp_${next()}`),
    plan: () => PlanId.parse(`pl_${next()}`),
    sequence: () => SequenceId.parse(`sq_${next()}`),
    client: () => ClientId.parse(`cl_${next()}`),
    epoch: () => Epoch.parse(`ep_${next()}`),
    chance: () => randomInt(2 ** 47) / 2 ** 47,
  }
}

/** Ten more bits, so that two processes that start in the same millisecond do not meet. */
const tail = (): string => digits(randomInt(32 ** 2), 2)

const digits = (value: number, width: number): string => {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 32)) text = DIGITS.charAt(rest % 32) + text
  return text
}
