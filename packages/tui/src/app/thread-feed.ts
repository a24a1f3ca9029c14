/**
 * One thread of a link: opens it, keeps what arrives before its name is known, hosts its watcher, and hands over its events
 * in order. Another opening ends the first.
 */
import { randomUUID } from 'node:crypto'
import {
  type Accepted,
  type AnswerTo,
  type ClientId,
  type Event,
  type Op,
  type Query,
  type Rejected,
  RequestId,
  type Result,
  SequenceId,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import type { RawrClient } from '@rawr/protocol/client'
import { createWatcher, type Watcher } from '../watcher/index.ts'

export type FeedOptions = {
  readonly client: RawrClient
  readonly me: () => ClientId | null
  readonly onEvent: (event: Event) => void
  readonly onNotice: (kind: string, text: string) => void
}

export type Opening = Extract<Op, { type: 'thread_start' | 'thread_resume' }>

export type ThreadFeed = {
  /** Resolves with the refusal, or with `null` when the thread is open. */
  open(op: Opening, onOpened: () => void): Promise<Rejected | null>
  take(event: Event): void
  replayComplete(threadId: ThreadId): void
  submit(op: Op, id: SubmissionId): Promise<Accepted | Rejected>
  ask<Asked extends Query>(query: Asked): Promise<Result<AnswerTo<Asked>, Rejected>>
  watcher(): Watcher | null
}

/** Events of threads nobody has named yet; an opening is answered long before. */
const EARLY_MAX = 10_000

export const freshSubmission = (): SubmissionId => SubmissionId.parse(`sb_${randomUUID()}`)

export const openThreadFeed = ({ client, me, onEvent, onNotice }: FeedOptions): ThreadFeed => {
  let threadId: ThreadId | null = null
  let watcher: Watcher | null = null
  let openings = 0
  let early: Event[] = []
  /** Threads whose past has been told on this link: whoever opens one of them later is not told again. */
  const replayed = new Set<ThreadId>()

  const submit = (op: Op, id: SubmissionId): Promise<Accepted | Rejected> =>
    client.submit(op, threadId === null ? { id } : { threadId, id })

  const deliver = (event: Event): void => {
    watcher?.onEvent(event)
    onEvent(event)
  }
  return {
    open: async (op, onOpened) => {
      openings += 1
      const answer = await client.submit(op, { id: freshSubmission() })
      openings -= 1
      if (answer.type === 'rejected' || answer.thread_id === undefined)
        return answer.type === 'rejected' ? answer : null
      threadId = answer.thread_id
      watcher = createWatcher({
        submit,
        now: Date.now,
        ids: {
          submission: freshSubmission,
          request: () => RequestId.parse(`rq_${randomUUID()}`),
          sequence: () => SequenceId.parse(`sq_${randomUUID()}`),
        },
        host: 'interactive',
        begins: op.type === 'thread_resume' ? 'in_replay' : 'live',
        // Another life of the daemon gives another name.
        get clientId() {
          return me() ?? undefined
        },
        onNotice,
      })
      onOpened()
      const own = early.filter((event) => event.thread_id === threadId)
      early = []
      for (const event of own) deliver(event)
      // It may have ended before the name of the thread was known.
      if (replayed.has(threadId)) watcher.onReplayComplete()
      return null
    },
    take: (event) => {
      if (openings > 0) early = [...early, event].slice(-EARLY_MAX)
      else if (event.thread_id === threadId) deliver(event)
    },
    replayComplete: (id) => {
      replayed.add(id)
      if (id === threadId) watcher?.onReplayComplete()
    },
    ask: (query) => client.ask(query, threadId === null ? {} : { threadId }),
    submit,
    watcher: () => watcher,
  }
}
