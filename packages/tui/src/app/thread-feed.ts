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
  replayStarted(threadId: ThreadId): void
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
  let starting = 0
  let early: Event[] = []
  /** What is done once a thread that was asked for is told from its beginning. */
  const resuming: { readonly threadId: ThreadId; readonly begin: () => void }[] = []

  const submit = (op: Op, id: SubmissionId): Promise<Accepted | Rejected> =>
    client.submit(op, threadId === null ? { id } : { threadId, id })

  const deliver = (event: Event): void => {
    watcher?.onEvent(event)
    onEvent(event)
  }
  const begin = (opened: ThreadId, begins: 'in_replay' | 'live'): void => {
    threadId = opened
    watcher = createWatcher({
      submit,
      now: Date.now,
      ids: {
        submission: freshSubmission,
        request: () => RequestId.parse(`rq_${randomUUID()}`),
        sequence: () => SequenceId.parse(`sq_${randomUUID()}`),
      },
      host: 'interactive',
      begins,
      // Another life of the daemon gives another name.
      get clientId() {
        return me() ?? undefined
      },
      onNotice,
    })
  }
  const start = async (op: Extract<Opening, { type: 'thread_start' }>, onOpened: () => void) => {
    starting += 1
    const answer = await client.submit(op, { id: freshSubmission() })
    starting -= 1
    if (answer.type === 'rejected' || answer.thread_id === undefined) return answer.type === 'rejected' ? answer : null
    begin(answer.thread_id, 'live')
    onOpened()
    const own = early.filter((event) => event.thread_id === threadId)
    early = []
    for (const event of own) deliver(event)
    return null
  }
  /** Told from its beginning, also when this link has followed it before: the screen shows nothing of another thread's time. */
  const resume = async (op: Extract<Opening, { type: 'thread_resume' }>, onOpened: () => void) => {
    const one = {
      threadId: op.thread_id,
      begin: () => {
        begin(op.thread_id, 'in_replay')
        onOpened()
      },
    }
    resuming.push(one)
    const answer = await client.submit({ ...op, after_seq: 0 }, { id: freshSubmission() })
    if (answer.type === 'accepted') return null
    resuming.splice(resuming.indexOf(one), 1)
    return answer
  }
  return {
    open: (op, onOpened) => (op.type === 'thread_start' ? start(op, onOpened) : resume(op, onOpened)),
    take: (event) => {
      if (starting > 0) early = [...early, event].slice(-EARLY_MAX)
      else if (event.thread_id === threadId) deliver(event)
    },
    replayStarted: (id) => {
      const at = resuming.findIndex((one) => one.threadId === id)
      if (at !== -1) for (const one of resuming.splice(at, 1)) one.begin()
    },
    replayComplete: (id) => {
      if (id === threadId) watcher?.onReplayComplete()
    },
    ask: (query) => client.ask(query, threadId === null ? {} : { threadId }),
    submit,
    watcher: () => watcher,
  }
}
