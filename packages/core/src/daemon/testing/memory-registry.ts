/** A registry without sessions, for tests of sockets: one thread whose events a test publishes by hand. */
import {
  type Accepted,
  type Event,
  type EventMsg,
  err,
  ok,
  type Rejected,
  type Submission,
  ThreadId,
} from '@rawr/protocol'
import type { Follower } from '../loaded-threads.ts'
import type { Registry } from '../registry.ts'

export type MemoryRegistry = Registry & {
  readonly threadId: ThreadId
  readonly submitted: readonly Submission[]
  readonly followers: ReadonlySet<Follower>
  /** Logged, and told to everyone who follows. */
  publish(msg: EventMsg): void
}

export const memoryRegistry = (): MemoryRegistry => {
  const threadId = ThreadId.parse('th_1')
  const log: Event[] = []
  const submitted: Submission[] = []
  const followers = new Set<Follower>()
  return {
    threadId,
    submitted,
    followers,
    publish: (msg) => {
      const event: Event = { type: 'event', thread_id: threadId, seq: log.length + 1, id: null, msg }
      log.push(event)
      for (const { onEvent } of followers) onEvent(event)
    },
    submit: async (submission): Promise<Accepted | Rejected> => {
      submitted.push(submission)
      return { type: 'accepted', id: submission.id, outcome: 'started', from_seq: log.length }
    },
    ask: async () => err({ code: 'internal', message: 'Nothing is known here.', path: [] }),
    open: async (id) =>
      id === threadId
        ? ok({ lastSeq: log.length })
        : err({ code: 'thread_not_found', message: `No thread ${id}.`, path: [] }),
    follow: (_id, follower) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    eventsAfter: (_id, seq) => log.slice(seq),
    snapshots: () => [],
    isIdle: () => true,
    closeAll: async () => {},
  }
}
