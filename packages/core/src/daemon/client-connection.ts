/**
 * One socket and its connection machine: performs what the machine asks of the socket and of the registry, and brings
 * their answers back as events, one after the other.
 */
import {
  assertNever,
  decodeClientFrame,
  isQuery,
  type Query,
  type ServerFrame,
  type Submission,
  type ThreadId,
} from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { transitionConnection } from './connection.ts'
import type { ConnectionEffect, ConnectionEvent, ConnectionState, Greeting } from './connection-state.ts'
import type { Registry } from './registry.ts'
import { openSendQueue, type SendQueue } from './send-queue.ts'

/** What is used of a server's socket. */
export interface ClientSocket {
  /** Bytes given to it and not yet taken by the system. */
  readonly bufferedAmount: number
  send(text: string, done: () => void): void
  close(code: number, reason: string): void
  terminate(): void
}

export type ClientConnectionDeps = {
  readonly socket: ClientSocket
  readonly greeting: Greeting
  readonly registry: Registry
  readonly clock: Clock
  readonly logger: Logger
  /** The frame as text, cut to what a frame may hold. */
  readonly encode: (frame: ServerFrame) => string
  /** A client asked for the end of the daemon. */
  readonly onShutdown: () => void
}

export type ClientConnection = {
  received(text: string): void
  socketClosed(): void
  /** The daemon ends. */
  goAway(): void
}

/** A client that has not said hello by then is let go. */
export const HELLO_MS_MAX = 10_000

/** Time a client has to answer the close; then its socket is cut. */
export const CLOSE_MS = 1_000

/** Events of the past given to the machine at a time: between two the pause limit is looked at. */
const REPLAY_BATCH = 32

export const openClientConnection = (deps: ClientConnectionDeps): ClientConnection => {
  const { socket, registry, greeting } = deps
  const waiting: ConnectionEvent[] = []
  let state: ConnectionState = { name: 'awaiting_hello', greeting }
  let isStepping = false

  const queue = openSendQueue({
    send: (text) => socket.send(text, () => step(measure(socket, queue))),
    encode: deps.encode,
    snapshots: (threadId) => registry.snapshots(threadId),
  })
  /** What an effect brings back at once waits until all effects of the step are performed. */
  const step = (event: ConnectionEvent): void => {
    waiting.push(event)
    if (isStepping) return
    isStepping = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = transitionConnection(state, next)
      state = result.state
      for (const effect of result.effects) perform(effect)
    }
    isStepping = false
  }
  let cancelCut = (): void => {}
  const cutLater = (): void => {
    cancelCut = deps.clock.after(CLOSE_MS, () => socket.terminate())
  }
  const perform = performer({ ...deps, queue, step, cutLater })
  const cancelOverdue = deps.clock.after(HELLO_MS_MAX, () => step({ type: 'hello_overdue' }))

  return {
    received: (text) => {
      const frame = decodeClientFrame(text)
      step(frame.ok ? { type: 'frame_received', frame: frame.value } : { type: 'frame_refused', error: frame.error })
    },
    socketClosed: () => {
      cancelOverdue()
      cancelCut()
      step({ type: 'socket_closed' })
    },
    goAway: () => step({ type: 'going_away' }),
  }
}

const measure = (socket: ClientSocket, queue: SendQueue): ConnectionEvent => ({
  type: 'measured',
  socketBytes: socket.bufferedAmount,
  heldBytes: queue.heldBytes(),
})

type Rim = ClientConnectionDeps & {
  readonly queue: SendQueue
  readonly step: (event: ConnectionEvent) => void
  /** Ends the socket of one who does not answer the close. */
  readonly cutLater: () => void
}

const performer = (rim: Rim): ((effect: ConnectionEffect) => void) => {
  const { socket, registry, greeting, queue, step } = rim
  const leave = new Map<ThreadId, () => void>()
  return (effect) => {
    switch (effect.type) {
      case 'send':
        return queue.push(effect.frame)
      case 'open_thread':
        return openThread(rim, effect.threadId)
      case 'follow':
        leave.set(effect.threadId, follow(rim, effect))
        return
      case 'read_events': {
        const events = registry.eventsAfter(effect.threadId, effect.afterSeq).slice(0, REPLAY_BATCH)
        return step({ type: 'events_read', threadId: effect.threadId, events })
      }
      case 'send_snapshots':
        for (const event of registry.snapshots(effect.threadId)) queue.push(event)
        return
      case 'submit':
        return submit(rim, effect.submission)
      case 'measure':
        return step(measure(socket, queue))
      case 'hold':
        return queue.hold()
      case 'release':
        return queue.release()
      case 'leave':
        leave.get(effect.threadId)?.()
        leave.delete(effect.threadId)
        return
      case 'close':
        socket.close(effect.code, effect.reason)
        return rim.cutLater()
      case 'evict':
        rim.logger.warn('client_evicted', { client: greeting.clientId, held_bytes: queue.heldBytes() })
        return socket.terminate()
      default:
        assertNever(effect)
    }
  }
}

const openThread = ({ registry, step, logger }: Rim, threadId: ThreadId): void => {
  registry.open(threadId).then(
    (opened) =>
      step(
        opened.ok
          ? { type: 'thread_opened', threadId, lastSeq: opened.value.lastSeq }
          : { type: 'thread_refused', threadId, error: opened.error },
      ),
    (cause: unknown) => {
      logger.error('thread_open_failed', { thread: threadId, cause })
      step({
        type: 'thread_refused',
        threadId,
        error: { code: 'internal', message: (cause as Error).message, path: [] },
      })
    },
  )
}

const follow = (
  rim: Rim,
  { threadId, clientName, canDrive, canAnswer }: Extract<ConnectionEffect, { type: 'follow' }>,
): (() => void) =>
  rim.registry.follow(threadId, {
    clientId: rim.greeting.clientId,
    clientName,
    canDrive,
    canAnswer,
    onEvent: (event) => rim.step({ type: 'event_published', event }),
  })

const submit = ({ registry, greeting, step, onShutdown }: Rim, submission: Submission): void => {
  if (submission.op.type === 'shutdown') {
    step({ type: 'answered', answer: { type: 'accepted', id: submission.id, outcome: 'started', from_seq: 0 } })
    onShutdown()
    return
  }
  if (isQuery(submission.op)) {
    void ask({ registry, step }, submission, submission.op)
    return
  }
  void registry.submit(submission, greeting.clientId).then((answer) => step({ type: 'answered', answer }))
}

const ask = async ({ registry, step }: Pick<Rim, 'registry' | 'step'>, { id, thread_id }: Submission, query: Query) => {
  const result = await registry.ask(id, query, thread_id)
  step(
    result.ok
      ? { type: 'answered', answer: { type: 'accepted', id, outcome: 'started', from_seq: 0 }, result: result.value }
      : { type: 'answered', answer: { type: 'rejected', id, ...result.error } },
  )
}
