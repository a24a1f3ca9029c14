/**
 * The threads that are loaded, and who follows each. Whoever follows a thread sees one unbroken line of events, also when
 * its session is replaced by another over the same log; one that nobody needs is let go.
 */
import type { ClientId, Event, ThreadId } from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { CloseReason, Session } from '../runtime/session-deps.ts'
import { openTurnstile, type Turnstile } from './turnstile.ts'

export type Follower = {
  readonly clientId: ClientId
  readonly clientName: string
  readonly onEvent: (event: Event) => void
}

export type LoadedThreads = {
  session(threadId: ThreadId): Session | null
  /** Its session has ended by itself: only another one over its log can go on. */
  hasFailed(threadId: ThreadId): boolean
  /** Takes the place of an earlier session of the thread, which must be closed. */
  install(session: Session): void
  close(threadId: ThreadId, reason: CloseReason): Promise<void>
  /** Closed and gone, where {@link close} leaves its past readable for a successor. */
  remove(threadId: ThreadId): void
  /** The returned function leaves. */
  follow(threadId: ThreadId, follower: Follower): () => void
  /** Loading, changing and closing one thread happen one after the other. */
  readonly inTurn: Turnstile<ThreadId>['pass']
  isIdle(): boolean
  closeAll(reason: CloseReason): Promise<void>
}

/** A thread that nobody follows and that does nothing is let go after this long. */
export const IDLE_THREAD_MS = 60_000

type Loaded = { readonly session: Session; readonly detach: () => void; hasFailed: boolean }

export const openLoadedThreads = ({ clock, logger }: { clock: Clock; logger: Logger }): LoadedThreads => {
  const turnstile = openTurnstile<ThreadId>()
  const loaded = new Map<ThreadId, Loaded>()
  const followers = new Map<ThreadId, Set<Follower>>()
  const cancelIdle = new Map<ThreadId, () => void>()

  const followersOf = (threadId: ThreadId): ReadonlySet<Follower> => followers.get(threadId) ?? new Set()
  const publish = (event: Event): void => {
    const source = loaded.get(event.thread_id)
    if (source !== undefined && isFailure(event)) source.hasFailed = true
    for (const follower of followersOf(event.thread_id)) follower.onEvent(event)
  }
  const isUnused = (threadId: ThreadId): boolean =>
    followersOf(threadId).size === 0 && loaded.get(threadId)?.session.isIdle() === true

  const watchIdle = (threadId: ThreadId): void => {
    cancelIdle.get(threadId)?.()
    const letGo = async (): Promise<void> => {
      if (!isUnused(threadId)) {
        watchIdle(threadId)
        return
      }
      await close(threadId, 'unload')
      remove(threadId)
    }
    cancelIdle.set(
      threadId,
      clock.after(IDLE_THREAD_MS, () => void turnstile.pass(threadId, letGo)),
    )
  }
  const close = async (threadId: ThreadId, reason: CloseReason): Promise<void> => {
    try {
      await loaded.get(threadId)?.session.close(reason)
    } catch (cause) {
      logger.error('thread_close_failed', { thread: threadId, cause })
    }
    loaded.get(threadId)?.detach()
  }
  const remove = (threadId: ThreadId): void => {
    cancelIdle.get(threadId)?.()
    cancelIdle.delete(threadId)
    loaded.delete(threadId)
  }

  return {
    session: (threadId) => loaded.get(threadId)?.session ?? null,
    hasFailed: (threadId) => loaded.get(threadId)?.hasFailed === true,
    install: (session) => {
      const { threadId } = session
      const told = loaded.get(threadId)?.session.lastSeq()
      if (told !== undefined) for (const event of session.eventsAfter(told)) publish(event)
      loaded.set(threadId, { session, detach: session.attach(publish), hasFailed: false })
      for (const { clientId, clientName } of followersOf(threadId))
        session.clientAttached({ clientId, name: clientName })
      watchIdle(threadId)
    },
    close,
    remove,
    follow: (threadId, follower) => {
      followers.set(threadId, new Set([...followersOf(threadId), follower]))
      loaded.get(threadId)?.session.clientAttached({ clientId: follower.clientId, name: follower.clientName })
      return () => {
        const rest = [...followersOf(threadId)].filter((other) => other !== follower)
        if (rest.length > 0) followers.set(threadId, new Set(rest))
        else followers.delete(threadId)
        loaded.get(threadId)?.session.clientDetached(follower.clientId)
      }
    },
    inTurn: turnstile.pass,
    isIdle: () => turnstile.isEmpty() && [...loaded.values()].every(({ session }) => session.isIdle()),
    closeAll: async (reason) => {
      await turnstile.emptied()
      await Promise.all([...loaded.keys()].map((threadId) => close(threadId, reason)))
      for (const threadId of loaded.keys()) remove(threadId)
    },
  }
}

const isFailure = ({ msg }: Event): boolean => msg.type === 'error' && msg.code === 'session_failed'
