/**
 * The link machine of a client: one socket after another, each greeted with what was seen, so that every event arrives
 * once and every submission is answered once. Knows no socket, no timer and no chance: they come in with the events.
 */
import type { Accepted, Event, Hello, Rejected, ServerFrame, Submission, Welcome } from '../frame.ts'
import { PROTOCOL_VERSION } from '../frame.ts'
import { SubmissionId, type ThreadId } from '../ids.ts'
import { overridden } from '../lent-context.ts'
import { assertNever, go, type Step, stay } from '../machine.ts'
import type { ThreadResumeOp } from '../op/thread-resume.ts'
import type { Op } from '../op.ts'
import type { Seq } from '../units.ts'
import { CLOSE_CODE } from './close-code.ts'
import type { CloseReason, LinkEffect, LinkEvent, LinkItem, LinkMemory, LinkState, Pending } from './link-state.ts'

/** Submissions waiting for an answer; one more is refused. */
export const PENDING_MAX = 256

/** Bytes of all submissions waiting for an answer: what a client without a daemon may pile up. */
export const PENDING_BYTES_MAX = 32 * 1024 * 1024

/** Promised heartbeats that may fail to come before the socket is given up. */
const SILENT_HEARTBEATS_MAX = 2

const FIRST_WAIT_MS = 200
const WAIT_MS_MAX = 10_000

type LinkStep = Step<LinkState, LinkEffect>

export type LinkStart = {
  readonly client: Hello['client']
  readonly capabilities?: Hello['capabilities']
  /** Threads to follow from the first socket on, and what was seen of them. */
  readonly follow?: ReadonlyMap<ThreadId, Seq>
  readonly failuresMax: number
}

export const startLink = ({ client, capabilities, follow = new Map(), failuresMax }: LinkStart): LinkStep =>
  go<LinkState, LinkEffect>(
    {
      name: 'connecting',
      memory: {
        hello: { client, protocol: PROTOCOL_VERSION, ...(capabilities === undefined ? {} : { capabilities }) },
        epoch: null,
        seen: follow,
        openings: new Map(),
        pending: [],
        failures: 0,
        failuresMax,
      },
    },
    { type: 'open_socket' },
  )

export const transitionLink = (state: LinkState, event: LinkEvent): LinkStep => {
  if (state.name === 'closed') return afterTheEnd(state, event)
  switch (event.type) {
    case 'submitted':
      return submit(state, event)
    case 'close_asked':
      return end(state, { code: 'closed_by_client', message: 'the client closed the link' })
    case 'socket_opened':
      return state.name === 'connecting' ? greet(state.memory) : stay(state)
    case 'socket_closed':
      return state.name === 'waiting' ? stay(state) : lose(state, event)
    case 'wait_ended':
      return state.name === 'waiting' ? go({ ...state, name: 'connecting' }, { type: 'open_socket' }) : stay(state)
    case 'fell_silent':
      return state.name === 'ready' ? cut(state, event) : stay(state)
    case 'frame_received':
      return state.name === 'ready' || state.name === 'greeting' ? receive(state, event.frame) : stay(state)
    case 'event_skipped':
      return state.name === 'ready' ? count(state, event) : stay(state)
    default:
      return assertNever(event)
  }
}

type OpenState = Exclude<LinkState, { name: 'closed' }>

const afterTheEnd = (state: Extract<LinkState, { name: 'closed' }>, event: LinkEvent): LinkStep =>
  event.type === 'submitted' ? go(state, { type: 'give_up', reason: state.reason }) : stay(state)

const greet = (memory: LinkMemory): LinkStep => {
  const last_seen = [...memory.seen].map(([thread_id, seq]) => ({
    thread_id,
    seq,
    ...(memory.epoch === null ? {} : { epoch: memory.epoch }),
  }))
  return go<LinkState, LinkEffect>(
    { name: 'greeting', memory },
    { type: 'send', frame: { type: 'hello', ...memory.hello, last_seen } },
  )
}

const submit = (state: OpenState, { submission, bytes }: Pending): LinkStep => {
  const { pending } = state.memory
  const isKnown = pending.some((other) => other.submission.id === submission.id)
  const full = isKnown ? null : whyFull(pending, bytes)
  if (full !== null) return go(state, { type: 'settle', id: submission.id, answer: queueFull(submission.id, full) })
  const memory = isKnown ? state.memory : { ...state.memory, pending: [...pending, { submission, bytes }] }
  // A link that is not ready sends everything pending after its welcome.
  return state.name === 'ready' && !isKnown
    ? go<LinkState, LinkEffect>({ ...state, memory }, { type: 'send', frame: submission })
    : stay({ ...state, memory })
}

const whyFull = (pending: readonly Pending[], bytes: number): string | null => {
  if (pending.length >= PENDING_MAX) return `${PENDING_MAX} submissions wait for an answer already.`
  const waiting = pending.reduce((sum, other) => sum + other.bytes, 0)
  // One alone may always wait: how large a frame may be is decided elsewhere.
  if (pending.length === 0 || waiting + bytes <= PENDING_BYTES_MAX) return null
  return `Submissions of ${waiting} bytes wait for an answer already; with this one they would pass ${PENDING_BYTES_MAX}.`
}

const queueFull = (id: SubmissionId, message: string): Rejected => ({
  type: 'rejected',
  id,
  code: 'queue_full',
  message,
  path: [],
})

const receive = (state: OpenState, frame: ServerFrame): LinkStep => {
  switch (frame.type) {
    case 'welcome':
      return state.name === 'greeting' ? welcomed(state.memory, frame) : stay(state)
    case 'accepted':
    case 'rejected':
      return answered(state, frame)
    case 'answer':
      return state.memory.pending.some(({ submission }) => submission.id === frame.id)
        ? deliver(state, frame)
        : stay(state)
    case 'event':
      return see(state, frame)
    case 'heartbeat':
      return stay(state)
    case 'gap':
      return deliver(remember(state, frame.thread_id, frame.to_seq), frame)
    case 'replay_complete':
      // After a crash the log may end earlier than what was seen of it: numbers go on from there.
      return deliver(remember(state, frame.thread_id, frame.seq), frame)
    default:
      return assertNever(frame)
  }
}

const welcomed = (memory: LinkMemory, welcome: Welcome): LinkStep => {
  const { epoch, client_id: clientId, heartbeat_ms } = welcome
  const isNewLife = memory.epoch !== null && memory.epoch !== epoch
  const asked = new Set(memory.pending.map(({ submission }) => submission.id))
  const again = isNewLife ? resumptions(memory, epoch).filter(({ submission }) => !asked.has(submission.id)) : []
  // Loading comes first: what waits for a thread must find it with its folder and key.
  const pending = [...again, ...memory.pending]
  return go<LinkState, LinkEffect>(
    { name: 'ready', memory: { ...memory, epoch, pending, failures: 0 } },
    { type: 'deliver', item: { type: 'link', status: 'ready', epoch, clientId, isNewLife } },
    ...(heartbeat_ms === undefined
      ? []
      : [{ type: 'expect_frames', withinMs: SILENT_HEARTBEATS_MAX * heartbeat_ms } as const]),
    ...pending.map(({ submission }): LinkEffect => ({ type: 'send', frame: submission })),
  )
}

/** They take no room from what a consumer may have waiting. */
const resumptions = (memory: LinkMemory, epoch: string): Pending[] =>
  [...memory.openings].map(([threadId, op]) => ({
    submission: {
      type: 'submission',
      // The same life is asked once, however often the socket breaks meanwhile.
      id: SubmissionId.parse(`resume-${epoch}-${threadId}`.slice(0, 200)),
      op,
    },
    bytes: 0,
  }))

const answered = (state: OpenState, answer: Accepted | Rejected): LinkStep => {
  const { memory } = state
  const submission = memory.pending.find((waiting) => waiting.submission.id === answer.id)?.submission
  if (submission === undefined) return answer.type === 'rejected' ? deliver(state, answer) : stay(state)
  const pending = memory.pending.filter((waiting) => waiting.submission !== submission)
  const known = answer.type === 'accepted' ? learn(memory, submission, answer) : memory
  return go<LinkState, LinkEffect>(
    { ...state, memory: { ...known, pending } },
    ...retold(submission, answer),
    { type: 'settle', id: submission.id, answer },
    ...(isOwnResumption(submission) && answer.type === 'rejected' ? [{ type: 'deliver', item: answer } as const] : []),
  )
}

/** Everything behind it was told before. */
const retold = ({ op }: Submission, answer: Accepted | Rejected): readonly LinkEffect[] => {
  if (op.type !== 'thread_resume' || op.after_seq === undefined || answer.type === 'rejected') return []
  return [{ type: 'deliver', item: { type: 'replay_started', thread_id: op.thread_id, after_seq: op.after_seq } }]
}

/** What the daemon has taken and a new life of it must be told again. */
const learn = (memory: LinkMemory, { op, thread_id }: Submission, { thread_id: opened }: Accepted): LinkMemory => {
  if (opened !== undefined) return follow(memory, opened, op)
  const opening = thread_id === undefined ? undefined : memory.openings.get(thread_id)
  if (op.type !== 'override_turn_context' || thread_id === undefined || opening === undefined) return memory
  return { ...memory, openings: new Map([...memory.openings, [thread_id, overridden(opening, op)]]) }
}

const isOwnResumption = ({ id, op }: Submission): boolean => op.type === 'thread_resume' && id.startsWith('resume-')

const follow = (memory: LinkMemory, threadId: ThreadId, op: Op): LinkMemory => ({
  ...memory,
  seen:
    op.type === 'thread_resume' && op.after_seq !== undefined
      ? new Map([...memory.seen, [threadId, op.after_seq]])
      : new Map([[threadId, 0], ...memory.seen]),
  openings: new Map([...memory.openings, ...openingOf(threadId, op)]),
})

const openingOf = (threadId: ThreadId, op: Op): [ThreadId, ThreadResumeOp][] => {
  if (op.type === 'thread_start') return [[threadId, { ...op, type: 'thread_resume', thread_id: threadId }]]
  if (op.type === 'thread_fork') {
    const { at: _at, ...lent } = op
    return [[threadId, { ...lent, type: 'thread_resume', thread_id: threadId }]]
  }
  if (op.type !== 'thread_resume') return []
  // A new life of the daemon is asked for what was not seen, whatever was asked for once.
  const { after_seq: _after, ...lent } = op
  return [[threadId, lent]]
}

/** A logged event counts once; one that leaves a hole before it says so, as the server should have. */
const see = (state: OpenState, event: Event): LinkStep => {
  return event.seq === undefined
    ? deliver(state, event)
    : count(state, { threadId: event.thread_id, seq: event.seq }, { type: 'deliver', item: event })
}

type Numbered = { readonly threadId: ThreadId; readonly seq: Seq }

const count = (state: OpenState, { threadId, seq }: Numbered, ...effects: readonly LinkEffect[]): LinkStep => {
  const seen = state.memory.seen.get(threadId) ?? 0
  if (seq <= seen) return stay(state)
  const next = remember(state, threadId, seq)
  const gap: LinkItem = { type: 'gap', thread_id: threadId, from_seq: seen + 1, to_seq: seq - 1 }
  const hole: readonly LinkEffect[] = seq === seen + 1 ? [] : [{ type: 'deliver', item: gap }]
  return go<LinkState, LinkEffect>(next, ...hole, ...effects)
}

const remember = (state: OpenState, threadId: ThreadId, seq: Seq): OpenState => ({
  ...state,
  memory: { ...state.memory, seen: new Map([...state.memory.seen, [threadId, seq]]) },
})

const deliver = (state: OpenState, item: Exclude<LinkItem, { type: 'link' }>): LinkStep =>
  go<LinkState, LinkEffect>(state, { type: 'deliver', item })

/** The other end vanished without a word: nobody will ever close this socket but us. */
const cut = (state: OpenState, { chance }: Extract<LinkEvent, { type: 'fell_silent' }>): LinkStep => {
  const lost = lose(state, { type: 'socket_closed', code: 1006, message: 'the daemon fell silent', chance })
  return go<LinkState, LinkEffect>(lost.state, { type: 'close_socket' }, ...lost.effects)
}

const lose = (state: OpenState, event: Extract<LinkEvent, { type: 'socket_closed' }>): LinkStep => {
  const { memory } = state
  const message = event.message === '' ? `the socket closed with code ${event.code}` : event.message
  if (event.code === CLOSE_CODE.unsupported_protocol) return end(state, { code: 'unsupported_protocol', message })
  const failures = memory.failures + 1
  if (failures >= memory.failuresMax) return end(state, { code: 'unreachable', message })
  const ms = waitMs(failures, event.chance)
  return go<LinkState, LinkEffect>(
    { name: 'waiting', memory: { ...memory, failures } },
    { type: 'deliver', item: { type: 'link', status: 'lost', retryInMs: ms, message } },
    { type: 'wait', ms },
  )
}

/** 200 ms, doubled each time up to ten seconds, spread by ± 10 % so that many clients do not come back at once. */
const waitMs = (failures: number, chance: number): number =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), WAIT_MS_MAX) * (0.9 + chance * 0.2))

const end = (state: OpenState, reason: CloseReason): LinkStep =>
  go<LinkState, LinkEffect>(
    { name: 'closed', reason },
    state.name === 'waiting' ? { type: 'stop_waiting' } : { type: 'close_socket' },
    { type: 'give_up', reason },
  )
