/**
 * One client's connection as a machine: hello → welcome → for each followed thread replay → replay_complete → live. It
 * decides what is admitted, what is sent, when sending pauses and when a client that reads too slowly is let go; sockets,
 * sessions and time are elsewhere.
 */
import {
  assertNever,
  CAPABILITIES,
  type Event,
  go,
  type Hello,
  PROTOCOL_VERSION,
  type Rejected,
  type Seq,
  type Step,
  stay,
  type ThreadId,
  type WireError,
} from '@rawr/protocol'
import { CLOSE_CODE } from '@rawr/protocol/client'
import {
  admit,
  answered,
  FOLLOWED_MAX,
  linkOf,
  notOpened,
  refuse,
  tooManyThreads,
  withLink,
  withoutLink,
} from './admission.ts'
import type {
  ConnectionEffect,
  ConnectionEvent,
  ConnectionState,
  Greeting,
  OpenConnection,
} from './connection-state.ts'

/** Bytes waiting for the client at which replay stops and live events are held back. */
export const PAUSE_BYTES = 512 * 1024

/** Sending goes on once the socket holds no more than this: half, so that it does not flutter. */
export const RESUME_BYTES = PAUSE_BYTES / 2

/** Bytes waiting at which the client is let go; harmless, as what it missed is replayed. */
export const EVICT_BYTES = 8 * 1024 * 1024

/** Somebody who hears nothing for longer may look for the daemon anew. */
export const HEARTBEAT_MS = 30_000

/** A client's name is told to everyone on its threads. */
const NAME_CHARACTERS_MAX = 100

type ConnectionStep = Step<ConnectionState, ConnectionEffect>

export const transitionConnection = (state: ConnectionState, event: ConnectionEvent): ConnectionStep => {
  switch (state.name) {
    case 'awaiting_hello':
      return awaitingHello(state, event)
    case 'open':
      return open(state, event)
    case 'closed':
      return stay(state)
    default:
      return assertNever(state)
  }
}

type AwaitingHello = Extract<ConnectionState, { name: 'awaiting_hello' }>

const awaitingHello = (state: AwaitingHello, event: ConnectionEvent): ConnectionStep => {
  switch (event.type) {
    case 'frame_received':
      return event.frame.type === 'hello'
        ? greet(state.greeting, event.frame)
        : refuseAndClose(event.frame.id, helloRequired, CLOSE_CODE.hello_required)
    case 'frame_refused':
      return refuseAndClose(event.error.id, event.error, CLOSE_CODE.hello_required)
    case 'hello_overdue':
      return refuseAndClose(null, helloRequired, CLOSE_CODE.hello_required)
    case 'going_away':
      return go<ConnectionState, ConnectionEffect>(CLOSED, goingAway)
    case 'socket_closed':
      return stay(CLOSED)
    case 'thread_opened':
    case 'thread_refused':
    case 'answered':
    case 'events_read':
    case 'event_published':
    case 'measured':
      return stay(state)
    default:
      return assertNever(event)
  }
}

const CLOSED: ConnectionState = { name: 'closed' }

const goingAway: ConnectionEffect = { type: 'close', code: CLOSE_CODE.going_away, reason: 'the daemon ends' }

const helloRequired: WireError = {
  code: 'hello_required',
  message: 'The first frame must be hello: {"type":"hello","protocol":{"min":1,"max":1},"client":{…}}.',
  path: [],
}

const refuseAndClose = (id: Rejected['id'], error: WireError, code: number): ConnectionStep =>
  go<ConnectionState, ConnectionEffect>(CLOSED, refuse(id, error), {
    type: 'close',
    code,
    reason: error.message.slice(0, 100),
  })

const greet = (greeting: Greeting, hello: Hello): ConnectionStep => {
  const protocol = Math.min(hello.protocol.max, PROTOCOL_VERSION.max)
  if (protocol < Math.max(hello.protocol.min, PROTOCOL_VERSION.min)) {
    const message = `This daemon speaks protocol ${PROTOCOL_VERSION.min}…${PROTOCOL_VERSION.max}, the client ${hello.protocol.min}…${hello.protocol.max}.`
    return refuseAndClose(
      null,
      { code: 'unsupported_protocol', message, path: ['protocol'] },
      CLOSE_CODE.unsupported_protocol,
    )
  }
  const named = hello.last_seen ?? []
  const wanted = named.filter(
    ({ thread_id }, index) => named.findIndex((other) => other.thread_id === thread_id) === index,
  )
  const followed = wanted.slice(0, FOLLOWED_MAX)
  const state: OpenConnection = {
    name: 'open',
    clientId: greeting.clientId,
    clientName: shownName(hello.client.name),
    canDrive: hello.capabilities?.includes('drive') ?? true,
    canAnswer: hello.capabilities?.includes('unattended') !== true,
    links: followed.map(({ thread_id, seq }) => ({ threadId: thread_id, phase: 'opening', sentSeq: seq })),
    flow: 'flowing',
    unanswered: 0,
    resuming: [],
    unopened: [],
  }
  const { clientId, epoch, server } = greeting
  return go<ConnectionState, ConnectionEffect>(
    state,
    {
      type: 'send',
      frame: {
        type: 'welcome',
        protocol,
        epoch,
        client_id: clientId,
        server,
        capabilities: CAPABILITIES,
        heartbeat_ms: HEARTBEAT_MS,
      },
    },
    ...state.links.map(({ threadId }): ConnectionEffect => ({ type: 'open_thread', threadId })),
    ...wanted.slice(FOLLOWED_MAX).map(() => refuse(null, tooManyThreads)),
  )
}

/** Other clients print it: it must not steer their terminals, nor turn the text around it. */
const shownName = (name: string): string =>
  name.toWellFormed().replaceAll(/\p{C}/gu, '').slice(0, NAME_CHARACTERS_MAX).toWellFormed()

const open = (state: OpenConnection, event: ConnectionEvent): ConnectionStep => {
  switch (event.type) {
    case 'frame_received':
      return event.frame.type === 'hello' ? go(state, refuse(null, onlyOnce)) : admit(state, event.frame)
    case 'frame_refused':
      return go<ConnectionState, ConnectionEffect>(state, refuse(event.error.id, event.error), { type: 'measure' })
    case 'thread_opened':
      return threadOpened(state, event)
    case 'thread_refused':
      return go(notOpened(withoutLink(state, event.threadId), event), refuse(null, event.error))
    case 'answered':
      return answered(state, event)
    case 'events_read':
      return eventsRead(state, event.threadId, event.events)
    case 'event_published':
      return published(state, event.event)
    case 'measured':
      return measured(state, event)
    case 'going_away':
      return leaveAll(state, goingAway)
    case 'socket_closed':
      return leaveAll(state)
    case 'hello_overdue':
      return stay(state)
    default:
      return assertNever(event)
  }
}

const onlyOnce: WireError = { code: 'invalid', message: 'Hello comes once, first.', path: ['type'] }

const leaveAll = (state: OpenConnection, ...more: readonly ConnectionEffect[]): ConnectionStep =>
  go(CLOSED, ...state.links.map(({ threadId }): ConnectionEffect => ({ type: 'leave', threadId })), ...more)

const threadOpened = (
  state: OpenConnection,
  { threadId, lastSeq }: Extract<ConnectionEvent, { type: 'thread_opened' }>,
): ConnectionStep => {
  const link = linkOf(state, threadId)
  if (link?.phase !== 'opening') return stay(state)
  // After a crash the log may end before what the client has seen.
  const next = withLink(state, { threadId, phase: 'replaying', sentSeq: Math.min(link.sentSeq, lastSeq) })
  return go<ConnectionState, ConnectionEffect>(
    next,
    { type: 'follow', threadId, clientName: state.clientName, canDrive: state.canDrive, canAnswer: state.canAnswer },
    { type: 'measure' },
  )
}

const eventsRead = (state: OpenConnection, threadId: ThreadId, events: readonly Event[]): ConnectionStep => {
  const link = linkOf(state, threadId)
  if (link?.phase !== 'replaying') return stay(state)
  if (events.length > 0) {
    const { sentSeq, effects } = sendLogged(link.sentSeq, events)
    return go<ConnectionState, ConnectionEffect>(withLink(state, { ...link, sentSeq }), ...effects, {
      type: 'measure',
    })
  }
  return go<ConnectionState, ConnectionEffect>(
    withLink(state, { ...link, phase: 'live' }),
    { type: 'send', frame: { type: 'replay_complete', thread_id: threadId, seq: link.sentSeq } },
    { type: 'send_snapshots', threadId },
  )
}

const published = (state: OpenConnection, event: Event): ConnectionStep => {
  const link = linkOf(state, event.thread_id)
  // What happens during a replay is read from the log like the rest; what passes unlogged is stood for by snapshots.
  if (link?.phase !== 'live') return stay(state)
  if (event.seq === undefined)
    return go<ConnectionState, ConnectionEffect>(state, { type: 'send', frame: event }, { type: 'measure' })
  const { sentSeq, effects } = sendLogged(link.sentSeq, [event])
  return go<ConnectionState, ConnectionEffect>(withLink(state, { ...link, sentSeq }), ...effects, {
    type: 'measure',
  })
}

/** Each once, in order, and a hole (a line of the log that could not be read) is named. */
const sendLogged = (after: Seq, events: readonly Event[]): { sentSeq: Seq; effects: readonly ConnectionEffect[] } => {
  const effects: ConnectionEffect[] = []
  let sentSeq = after
  for (const event of events) {
    const seq = event.seq ?? 0
    if (seq <= sentSeq) continue
    if (seq > sentSeq + 1) {
      const hole = { thread_id: event.thread_id, from_seq: sentSeq + 1, to_seq: seq - 1 }
      effects.push({ type: 'send', frame: { type: 'gap', ...hole } })
    }
    effects.push({ type: 'send', frame: event })
    sentSeq = seq
  }
  return { sentSeq, effects }
}

const measured = (
  state: OpenConnection,
  { socketBytes, heldBytes }: Extract<ConnectionEvent, { type: 'measured' }>,
): ConnectionStep => {
  const waiting = socketBytes + heldBytes
  if (waiting >= EVICT_BYTES) return leaveAll(state, { type: 'evict' })
  if (state.flow === 'flowing')
    return waiting >= PAUSE_BYTES ? go({ ...state, flow: 'paused' }, { type: 'hold' }) : go(state, ...readOn(state))
  if (socketBytes > RESUME_BYTES) return stay(state)
  return go<ConnectionState, ConnectionEffect>({ ...state, flow: 'flowing' }, { type: 'release' }, { type: 'measure' })
}

const readOn = (state: OpenConnection): ConnectionEffect[] =>
  state.links.flatMap(({ threadId, phase, sentSeq }) =>
    phase === 'replaying' ? [{ type: 'read_events', threadId, afterSeq: sentSeq }] : [],
  )
