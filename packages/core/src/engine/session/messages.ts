/**
 * The way of a message: started, steering, queued or held, and later taken. Each is in the log before its sender is told
 * `accepted`; only a log line takes it out again.
 */
import { go, isWork, type SequenceId, type Step, stay } from '@rawr/protocol'
import { isFull, type Queued, without } from '../input-queue.ts'
import { accepted, isDriver, rejected } from './replies.ts'
import { queueChanged, settle, startTurn } from './settle.ts'
import type { Fresh, Refusal, SessionEffect, SessionEvent, SessionState } from './state.ts'

type SessionStep = Step<SessionState, SessionEffect>
type Message = Extract<SessionEvent, { type: 'message_submitted' }>

const NOT_DRIVER: Refusal = { code: 'not_driver', message: 'Only the driver of the thread may run a sequence.' }
const SEQUENCE_BUSY: Refusal = {
  code: 'busy',
  message: 'A turn is running; a sequence or a review starts when it has ended.',
}
const QUEUE_FULL: Refusal = { code: 'queue_full', message: 'Too many messages wait already. Send this one later.' }

export const messageSubmitted = (state: SessionState, event: Message): SessionStep => {
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  if (event.input.origin !== 'user') return promptSubmitted(state, event)
  if (isFull(state.queue)) return rejected(state, event, QUEUE_FULL)
  const input: Queued = { ...event.input, steers: event.steers }
  const logged: SessionEffect = { type: 'log_queue', change: { change: 'added', input: event.input } }
  if (state.phase.name === 'idle' && state.hold === null && state.queue.length === 0 && !state.resting)
    return startTurn(state, { input, fresh: event.fresh }, logged, accepted(event, 'started'))
  const queue = [...state.queue, input]
  // The first message of a thread goes as soon as the initial context is read.
  if (state.phase.name === 'opening' && state.hold === null && queue.length === 1)
    return go<SessionState, SessionEffect>({ ...state, queue }, logged, accepted(event, 'started'))
  const told = state.hold === null ? queueChanged(queue) : heldNote(event, state.hold.sequenceId)
  return go<SessionState, SessionEffect>({ ...state, queue }, logged, accepted(event, 'queued'), told)
}

const heldNote = ({ id, text }: Message, sequenceId: SequenceId): SessionEffect => ({
  type: 'emit',
  msg: { type: 'input_held', sequence_id: sequenceId, submission_id: id, text },
  submissionId: id,
})

/** A prompt of the driver's sequence, or of a review, never waits: by the time it could run it would be stale. */
const promptSubmitted = (state: SessionState, event: Message): SessionStep => {
  const isReview = event.input.origin === 'review'
  if (!isReview && !isDriver(state, event.from)) return rejected(state, event, NOT_DRIVER)
  if (isReview && (state.hold !== null || state.resting)) return rejected(state, event, SEQUENCE_BUSY)
  const logged: SessionEffect = { type: 'log_queue', change: { change: 'added', input: event.input } }
  const input: Queued = { ...event.input, steers: false }
  if (isBehindCompaction(state, event)) {
    const queue = [input]
    return go<SessionState, SessionEffect>({ ...state, queue }, logged, accepted(event, 'queued'), queueChanged(queue))
  }
  if (state.phase.name !== 'idle') return rejected(state, event, SEQUENCE_BUSY)
  return startTurn(state, { input, fresh: event.fresh }, logged, accepted(event, 'started'))
}

/** Its compaction is told a moment before it has ended; where anybody's message waits, that one goes instead. */
const isBehindCompaction = ({ phase, queue, hold, resting }: SessionState, { input }: Message): boolean =>
  input.origin === 'continuation' && phase.name === 'compacting' && queue.length === 0 && hold === null && !resting

/** No sequence holds a person's messages for longer, whatever it asks for. */
const HOLD_MS_MAX = 900_000

export const inputHeld = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'hold_submitted' }>,
): SessionStep => {
  if (!isDriver(state, event.from)) return rejected(state, event, NOT_DRIVER)
  if (state.hold !== null && state.hold.sequenceId !== event.sequenceId)
    return rejected(state, event, { code: 'busy', message: 'Another sequence holds the input already.' })
  const { sequenceId } = event
  const deadline = Math.min(event.deadline, event.fresh.at + HOLD_MS_MAX)
  return go<SessionState, SessionEffect>(
    { ...state, hold: { sequenceId, deadline } },
    { type: 'log_queue', change: { change: 'held', sequence_id: sequenceId, deadline } },
    accepted(event, 'started'),
    { type: 'set_deadline', sequenceId, at: deadline },
  )
}

export const inputReleased = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'release_submitted' | 'deadline_passed' }>,
): SessionStep => {
  const { sequenceId, fresh } = event
  if (event.type === 'deadline_passed')
    // Its timer counted the time: what the wall clock says, which may be set back meanwhile, is no condition.
    return state.hold?.sequenceId === sequenceId
      ? release(state, { sequenceId, handoff: null, by: 'deadline', fresh })
      : stay(state)
  if (!isDriver(state, event.from)) return rejected(state, event, NOT_DRIVER)
  if (state.hold !== null && state.hold.sequenceId !== sequenceId)
    return rejected(state, event, { code: 'busy', message: 'Another sequence holds the input.' })
  return release(state, { sequenceId, handoff: event.handoff, by: 'driver', fresh }, accepted(event, 'started'))
}

type Release = {
  readonly sequenceId: SequenceId
  readonly handoff: string | null
  readonly by: 'driver' | 'deadline' | 'driver_lost'
  readonly fresh: Fresh
}

/** Held messages go in the order they came. A late release, after the deadline, still brings its handoff. */
export const release = (
  state: SessionState,
  { sequenceId, handoff, by, fresh }: Release,
  ...reply: readonly SessionEffect[]
): SessionStep => {
  const next: SessionState = { ...state, hold: null, handoff: handoff ?? state.handoff }
  const effects: readonly SessionEffect[] = [
    {
      type: 'log_queue',
      change: { change: 'released', sequence_id: sequenceId, ...(handoff === null ? {} : { handoff }) },
    },
    {
      type: 'emit',
      msg: {
        type: 'input_released',
        sequence_id: sequenceId,
        submission_ids: state.queue.map(({ submission_id }) => submission_id),
        by,
      },
      submissionId: null,
    },
    ...reply,
  ]
  return state.phase.name === 'idle'
    ? settle(next, fresh, ...effects)
    : go<SessionState, SessionEffect>(next, ...effects)
}

/** Steering is read, then a waiting compaction runs, then the gate: in this order, so that the gate sees both. */
export const reachedCut = (
  state: SessionState,
  event: Extract<SessionEvent, { type: 'turn_reached_cut' }>,
): SessionStep => {
  const { phase } = state
  if (phase.name !== 'running') return stay(state)
  const readable = state.hold === null && isWork(phase.turn.origin) ? state.queue.filter(({ steers }) => steers) : []
  const queue = readable.reduce((rest, { submission_id }) => without(rest, submission_id), state.queue)
  const steering: readonly SessionEffect[] = readable.map(({ steers: _steers, ...input }) => ({
    type: 'add_input',
    turnId: phase.turn.turnId,
    input,
  }))
  const read: readonly SessionEffect[] = readable.length === 0 ? [] : [...steering, queueChanged(queue)]
  const { wanted } = state
  if (wanted === null) return go<SessionState, SessionEffect>({ ...state, queue }, ...read, { type: 'measure' })
  const inFlight = { compactionId: event.fresh.compactionId, ask: wanted, handoff: null }
  return go<SessionState, SessionEffect>(
    { ...state, queue, wanted: null, phase: { name: 'compacting_in_turn', turn: phase.turn, inFlight, by: 'client' } },
    ...read,
    { type: 'start_compaction', inFlight, midTurn: true },
  )
}
