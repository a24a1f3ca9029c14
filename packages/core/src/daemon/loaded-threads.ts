/**
 * The threads that are loaded, and who follows each. Whoever follows a thread sees one unbroken line of events, also when
 * its session is replaced by another over the same log; one that nobody needs is let go.
 */
import type { ClientId, Event, Seq, ThreadId } from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { CloseReason, Session } from '../runtime/session-deps.ts'
import { openTurnstile, type Turnstile } from './turnstile.ts'

export type Follower = {
  readonly clientId: ClientId
  readonly clientName: string
  readonly canDrive: boolean
  /** Somebody sits there who can answer an approval. */
  readonly canAnswer: boolean
  readonly onEvent: (event: Event) => void
}

/** What was logged of a thread that nobody has lent anything yet: enough to look at it, not to go on with it. */
export type ThreadPast = { readonly threadId: ThreadId; readonly events: readonly Event[] }

/** A thread that nobody follows and that does nothing is let go after this long. */
export const IDLE_THREAD_MS = 60_000

export type LoadedThreadsOptions = { readonly clock: Clock; readonly logger: Logger }

type Loaded = { readonly session: Session; readonly detach: () => void; hasFailed: boolean }

export class LoadedThreads {
  /** Loading, changing and closing one thread happen one after the other. */
  readonly turnstile: Turnstile<ThreadId> = openTurnstile()
  readonly #options: LoadedThreadsOptions
  readonly #loaded = new Map<ThreadId, Loaded>()
  readonly #pasts = new Map<ThreadId, ThreadPast>()
  readonly #followers = new Map<ThreadId, readonly Follower[]>()
  readonly #cancelIdle = new Map<ThreadId, () => void>()

  constructor(options: LoadedThreadsOptions) {
    this.#options = options
  }

  session(threadId: ThreadId): Session | null {
    return this.#loaded.get(threadId)?.session ?? null
  }

  /** Its session has ended by itself: only another one over its log can go on. */
  hasFailed(threadId: ThreadId): boolean {
    return this.#loaded.get(threadId)?.hasFailed === true
  }

  /** `null` where the thread is neither loaded nor remembered. */
  lastSeq(threadId: ThreadId): Seq | null {
    const past = this.#pasts.get(threadId)
    return this.session(threadId)?.lastSeq() ?? (past === undefined ? null : (past.events.at(-1)?.seq ?? 0))
  }

  eventsAfter(threadId: ThreadId, seq: Seq): readonly Event[] {
    const past = this.#pasts.get(threadId)?.events ?? []
    return this.session(threadId)?.eventsAfter(seq) ?? past.filter((event) => (event.seq ?? 0) > seq)
  }

  /** Kept until the thread is loaded or nobody follows it any more. */
  remember(past: ThreadPast): void {
    this.#pasts.set(past.threadId, past)
  }

  /** Something was logged in a thread that is not loaded. */
  note(event: Event): void {
    const past = this.#pasts.get(event.thread_id)
    if (past !== undefined) this.#pasts.set(event.thread_id, { ...past, events: [...past.events, event] })
    this.#publish(event)
  }

  /** Takes the place of an earlier session of the thread, which must be closed. */
  install(session: Session): void {
    const { threadId } = session
    const told = this.lastSeq(threadId)
    this.#pasts.delete(threadId)
    if (told !== null) for (const event of session.eventsAfter(told)) this.#publish(event)
    const detach = session.attach((event) => this.#publish(event))
    this.#loaded.set(threadId, { session, detach, hasFailed: false })
    for (const { clientId, clientName, canDrive, canAnswer } of this.#followersOf(threadId))
      session.clientAttached({ clientId, name: clientName, canDrive, canAnswer })
    this.#watchIdle(threadId)
  }

  /** Its past stays readable until a successor is installed or it is removed. */
  async close(threadId: ThreadId, reason: CloseReason): Promise<void> {
    try {
      await this.session(threadId)?.close(reason)
    } catch (cause) {
      this.#options.logger.error('thread_close_failed', { thread: threadId, cause })
    }
    this.#loaded.get(threadId)?.detach()
  }

  /** Who still follows it goes on from here when it is loaded again. */
  remove(threadId: ThreadId): void {
    const session = this.session(threadId)
    if (session !== null && this.#followersOf(threadId).length > 0)
      this.remember({ threadId, events: session.eventsAfter(0) })
    this.#cancelIdle.get(threadId)?.()
    this.#cancelIdle.delete(threadId)
    this.#loaded.delete(threadId)
  }

  /** The returned function leaves. */
  follow(threadId: ThreadId, follower: Follower): () => void {
    const { clientId, clientName, canDrive, canAnswer } = follower
    this.#followers.set(threadId, [...this.#followersOf(threadId), follower])
    this.session(threadId)?.clientAttached({ clientId, name: clientName, canDrive, canAnswer })
    return () => {
      const rest = this.#followersOf(threadId).filter((other) => other !== follower)
      this.#followers.set(threadId, rest)
      if (rest.length === 0) this.#followers.delete(threadId)
      if (rest.length === 0) this.#pasts.delete(threadId)
      this.session(threadId)?.clientDetached(clientId)
    }
  }

  isIdle(): boolean {
    return this.turnstile.isEmpty() && [...this.#loaded.values()].every(({ session }) => session.isIdle())
  }

  async closeAll(reason: CloseReason): Promise<void> {
    await this.turnstile.emptied()
    const all = [...this.#loaded.keys()]
    await Promise.all(all.map((threadId) => this.close(threadId, reason)))
    for (const threadId of all) this.remove(threadId)
  }

  #followersOf(threadId: ThreadId): readonly Follower[] {
    return this.#followers.get(threadId) ?? []
  }

  #publish(event: Event): void {
    const source = this.#loaded.get(event.thread_id)
    if (source !== undefined && isFailure(event)) source.hasFailed = true
    for (const follower of this.#followersOf(event.thread_id)) follower.onEvent(event)
  }

  #watchIdle(threadId: ThreadId): void {
    this.#cancelIdle.get(threadId)?.()
    const look = (): void => void this.turnstile.pass(threadId, () => this.#letGoIfUnused(threadId))
    this.#cancelIdle.set(threadId, this.#options.clock.after(IDLE_THREAD_MS, look))
  }

  async #letGoIfUnused(threadId: ThreadId): Promise<void> {
    const isUnused = this.#followersOf(threadId).length === 0 && this.session(threadId)?.isIdle() === true
    if (!isUnused) {
      this.#watchIdle(threadId)
      return
    }
    await this.close(threadId, 'unload')
    this.remove(threadId)
  }
}

const isFailure = ({ msg }: Event): boolean => msg.type === 'error' && msg.code === 'session_failed'
