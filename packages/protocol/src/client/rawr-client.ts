/**
 * The typed client: one link to a daemon, in Node or in a browser. Performs what the link machine (`connection.ts`) asks;
 * reconnects, resumes and sends again by itself. Nothing here is Node's alone.
 */
import { decodeServerFrame, encodeFrame, type SkippedEvent } from '../codec.ts'
import type { AnswerTo } from '../event-msg.ts'
import {
  type Accepted,
  type Hello,
  INBOUND_FRAME_BYTES_MAX,
  type Rejected,
  type ServerFrame,
  type Submission,
} from '../frame.ts'
import { SubmissionId, type ThreadId } from '../ids.ts'
import { assertNever } from '../machine.ts'
import type { Op, Query } from '../op.ts'
import type { Result } from '../result.ts'
import type { Seq } from '../units.ts'
import { openAsker } from './ask.ts'
import { type LinkStart, startLink, transitionLink } from './connection.ts'
import { type ItemStream, openItemStream } from './item-stream.ts'
import type { CloseReason, LinkEffect, LinkEvent, LinkItem, LinkState } from './link-state.ts'
import { watchSilence } from './silence.ts'
import { subprotocolsFor } from './subprotocol.ts'

export type Endpoint = { readonly url: string; readonly token: string }

/** The part of a browser's WebSocket that is used. */
export interface SocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(code?: number, reason?: string): void
}

export type SocketConstructor = new (url: string, protocols: string[]) => SocketLike

export type ConnectOptions = (
  | Endpoint
  | {
      /** Asked before each socket: a new daemon has another port and token. */ readonly locate: () => Promise<Endpoint>
    }
) & {
  readonly client: { readonly name: string; readonly version: string }
  /** What this client can do and is (`drive`, `unattended`); absent: everything. */
  readonly capabilities?: Hello['capabilities']
  /** Absent: the global one. */
  readonly WebSocket?: SocketConstructor
  /** Uniform in [0, 1); absent: the platform's. */
  readonly random?: () => number
  /** Calls back once; the returned function cancels. Absent: `setTimeout`. */
  readonly setTimer?: (ms: number, callback: () => void) => () => void
  /** Threads to follow at once, and the last `seq` seen of each (0: everything). */
  readonly follow?: ReadonlyMap<ThreadId, Seq>
  /** Sockets that fail in a row before the link gives up; absent: 10. */
  readonly failuresMax?: number
}

export type SubmitOptions = {
  /** Every op but those of `NEEDS_NO_THREAD` names its thread. */
  readonly threadId?: ThreadId
  /** Absent: a fresh one. The same id sent twice is the same submission. */
  readonly id?: SubmissionId
}

export type RawrClient = {
  /** Resolves once the daemon has answered, however many sockets that takes; rejects with a {@link LinkClosedError}. */
  submit(op: Op, options?: SubmitOptions): Promise<Accepted | Rejected>
  /** What a query is answered; rejects as {@link RawrClient.submit} does. */
  ask<Asked extends Query>(query: Asked, options?: SubmitOptions): Promise<Result<AnswerTo<Asked>, Rejected>>
  /** Everything from here on, in order; the first caller also gets what came before. Ends when the link does. */
  events(): AsyncIterableIterator<LinkItem, undefined>
  /** Resolves when the link has ended for good. */
  readonly closed: Promise<CloseReason>
  close(): void
}

export class LinkClosedError extends Error {
  override readonly name = 'LinkClosedError'
  readonly code: CloseReason['code']

  constructor(reason: CloseReason) {
    super(reason.message)
    this.code = reason.code
  }
}

/** Items that may wait for one consumer; one who lets more pile up gets an error in their place. */
const UNREAD_ITEMS_MAX = 65_536

const FAILURES_MAX = 10

export const connectRawr = (options: ConnectOptions): RawrClient => {
  const closed = Promise.withResolvers<CloseReason>()
  const answers = new Map<SubmissionId, PromiseWithResolvers<Accepted | Rejected>>()
  const streams = openStreams()
  const setTimer = options.setTimer ?? platformTimer
  const silence = watchSilence(setTimer, () =>
    step({ type: 'fell_silent', chance: (options.random ?? platformChance)() }),
  )
  const socket = openSocketSlot(options, (event) => step(event), silence.heard)
  let stopWaiting = (): void => {}

  const perform = (effect: LinkEffect): void => {
    switch (effect.type) {
      case 'open_socket':
        socket.open()
        break
      case 'close_socket':
        socket.close()
        break
      case 'send':
        socket.send(encodeFrame(effect.frame))
        break
      case 'wait':
        stopWaiting = setTimer(effect.ms, () => step({ type: 'wait_ended' }))
        break
      case 'stop_waiting':
        stopWaiting()
        break
      case 'expect_frames':
        silence.expect(effect.withinMs)
        break
      case 'deliver':
        if (effect.item.type === 'answer') asker.note(effect.item)
        streams.push(effect.item)
        break
      case 'settle':
        answers.get(effect.id)?.resolve(effect.answer)
        answers.delete(effect.id)
        break
      case 'give_up':
        for (const answer of answers.values()) answer.reject(new LinkClosedError(effect.reason))
        answers.clear()
        streams.end()
        closed.resolve(effect.reason)
        break
      default:
        assertNever(effect)
    }
  }

  const first = startLink(linkStartOf(options))
  let state: LinkState = first.state
  const step = (event: LinkEvent): void => {
    const next = transitionLink(state, event)
    state = next.state
    if (state.name !== 'ready') silence.stop()
    for (const effect of next.effects) perform(effect)
  }

  const submit: RawrClient['submit'] = (op, { threadId, id = freshId() } = {}) => {
    const thread = threadId === undefined ? {} : { thread_id: threadId }
    const submission: Submission = { type: 'submission', id, op, ...thread }
    const bytes = new TextEncoder().encode(encodeFrame(submission)).byteLength
    if (bytes > INBOUND_FRAME_BYTES_MAX) return Promise.resolve(tooLarge(id))
    const answer = answers.get(id) ?? Promise.withResolvers<Accepted | Rejected>()
    answers.set(id, answer)
    step({ type: 'submitted', submission, bytes })
    return answer.promise
  }
  const asker = openAsker(submit)
  for (const effect of first.effects) perform(effect)
  return {
    submit,
    ask: (query, options = {}) => asker.ask(query, { ...options, id: options.id ?? freshId() }),
    events: streams.open,
    closed: closed.promise,
    close: () => step({ type: 'close_asked' }),
  }
}

const linkStartOf = ({ client, capabilities, follow, failuresMax = FAILURES_MAX }: ConnectOptions): LinkStart => ({
  client,
  failuresMax,
  ...(capabilities === undefined ? {} : { capabilities }),
  ...(follow === undefined ? {} : { follow }),
})

/** A server ends the socket at a larger frame: sent again after each reconnect, it would end every one. */
const tooLarge = (id: SubmissionId): Rejected => ({
  type: 'rejected',
  id,
  code: 'frame_too_large',
  message: `A submission has at most ${INBOUND_FRAME_BYTES_MAX} bytes. Put what is long into a file and name the file.`,
  path: [],
})

const openStreams = () => {
  const streams = new Set<ItemStream<LinkItem>>()
  let ended = false
  const open = (): ItemStream<LinkItem> => {
    const stream: ItemStream<LinkItem> = openItemStream({
      limit: UNREAD_ITEMS_MAX,
      onReturn: () => streams.delete(stream),
    })
    if (ended) stream.end()
    else streams.add(stream)
    return stream
  }
  // What comes before anybody listens waits for the first who does.
  let early: ItemStream<LinkItem> | null = open()
  return {
    open: () => {
      const stream = early ?? open()
      early = null
      return stream.items
    },
    push: (item: LinkItem): void => {
      for (const stream of streams) stream.push(item)
    },
    end: (): void => {
      ended = true
      for (const stream of streams) stream.end()
      streams.clear()
    },
  }
}

/** At most one socket; what an earlier one still says is not heard any more. */
const openSocketSlot = (options: ConnectOptions, tell: (event: LinkEvent) => void, heardSomething: () => void) => {
  if (options.WebSocket === undefined && !('WebSocket' in globalThis))
    throw new Error('this platform has no WebSocket; pass one as an option')
  const random = options.random ?? platformChance
  let current: SocketLike | null = null
  let round = 0

  const lost = (code: number, message: string): void => {
    current = null
    tell({ type: 'socket_closed', code, message, chance: random() })
  }
  const connect = (endpoint: Endpoint, own: number): void => {
    // Not read before it is needed: Node loads the whole of its HTTP client for it.
    const Socket = options.WebSocket ?? platformSocket()
    const socket = new Socket(endpoint.url, subprotocolsFor(endpoint.token))
    const isCurrent = (): boolean => own === round
    current = socket
    let trouble = ''
    socket.onopen = () => isCurrent() && tell({ type: 'socket_opened' })
    socket.onmessage = ({ data }) => {
      if (!isCurrent()) return
      heardSomething()
      const frame = decodeServerFrame(String(data))
      if (frame.ok && frame.value !== null) tell(heard(frame.value))
      if (!frame.ok) trouble = `the daemon sent a frame that cannot be read: ${frame.error.message}`
      // A hole would open behind it; a new socket gets the event again, from the log.
      if (!frame.ok) socket.close()
    }
    socket.onerror = () => {
      trouble ||= `no connection to ${endpoint.url}: nothing answers there, or it refuses this token or this page`
    }
    socket.onclose = ({ code, reason }) => isCurrent() && lost(code, reason || trouble)
  }

  return {
    open: (): void => {
      round += 1
      const own = round
      const located = 'locate' in options ? options.locate() : Promise.resolve(options)
      located.then(
        (endpoint) => own === round && connect(endpoint, own),
        (cause: unknown) => own === round && lost(1006, cause instanceof Error ? cause.message : String(cause)),
      )
    },
    send: (text: string): void => current?.send(text),
    close: (): void => {
      round += 1
      current?.close(1000)
      current = null
    },
  }
}

const heard = (frame: ServerFrame | SkippedEvent): LinkEvent =>
  frame.type === 'skipped'
    ? { type: 'event_skipped', threadId: frame.thread_id, seq: frame.seq }
    : { type: 'frame_received', frame }

/** Its handlers are typed with their `this`, which we never use. */
const platformSocket = (): SocketConstructor => WebSocket as unknown as SocketConstructor

const platformTimer = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const platformChance = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const freshId = (): SubmissionId => SubmissionId.parse(`sb_${crypto.randomUUID()}`)
