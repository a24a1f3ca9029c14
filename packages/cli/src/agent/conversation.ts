/**
 * One thread as a headless client lives it: opens it, hosts the watcher, says something and waits for the end of just
 * that. The daemon owns the truth; this only follows it.
 */
import { randomUUID } from 'node:crypto'
import {
  type Accepted,
  type Event,
  isTerminal,
  type Op,
  type Rejected,
  RequestId,
  SequenceId,
  SubmissionId,
  type ThreadId,
} from '@rawr/protocol'
import type { RawrClient } from '@rawr/protocol/client'
import { createWatcher, type Watcher } from '@rawr/tui/watcher'

export type ConversationOptions = {
  readonly client: RawrClient
  readonly open: Extract<Op, { type: 'thread_start' | 'thread_resume' }>
  readonly host: 'interactive' | 'headless'
  /** Every event of the thread that is newer than the opening, in order. */
  readonly onEvent: (event: Event) => void
  readonly onNotice: (text: string) => void
}

export type Conversation = {
  readonly threadId: ThreadId
  /** Resolves with the terminal event of just this message, or with the refusal of it. */
  say(text: string): Promise<Event | Rejected>
  /** Resolves when the watcher has nothing under way. */
  settled(): Promise<void>
  send(op: Op): Promise<Accepted | Rejected>
}

/** Rejects when the link is lost for good. */
export const openConversation = async (options: ConversationOptions): Promise<Conversation | Rejected> => {
  const { client, open } = options
  const opened = await client.submit(open)
  if (opened.type === 'rejected') return opened
  const threadId = opened.thread_id
  if (threadId === undefined) throw new Error(`the daemon accepted ${open.type} without naming the thread`)
  const send = (op: Op, id: SubmissionId = freshSubmission()) => client.submit(op, { threadId, id })
  const waiting = openWaiting()
  const watcher = createWatcher({
    submit: (op, id) => send(op, id).finally(() => queueMicrotask(waiting.look)),
    now: Date.now,
    ids: { submission: freshSubmission, request: freshRequest, sequence: freshSequence },
    host: options.host,
    begins: open.type === 'thread_resume' ? 'in_replay' : 'live',
    onNotice: (_kind, text) => options.onNotice(text),
  })
  waiting.watch(watcher)
  const ticking = setInterval(() => watcher.onTick(), 1_000)
  ticking.unref()
  const isNew = ({ seq, after_seq }: Event): boolean => (seq ?? (after_seq ?? 0) + 1) > opened.from_seq
  const follow = async (): Promise<void> => {
    for await (const item of client.events()) {
      if (item.type === 'replay_complete' && item.thread_id === threadId) watcher.onReplayComplete()
      if (item.type !== 'event' || item.thread_id !== threadId) continue
      watcher.onEvent(item)
      if (isNew(item)) options.onEvent(item)
      waiting.hear(item)
    }
    clearInterval(ticking)
  }
  follow().then(
    () => waiting.lost('the link to the daemon is gone'),
    (cause: Error) => waiting.lost(cause.message),
  )
  return {
    threadId,
    send,
    settled: waiting.settled,
    say: async (text) => {
      const id = freshSubmission()
      const ended = waiting.endOf(id)
      watcher.beforeSend()
      const answer = await send({ type: 'user_turn', items: [{ type: 'text', text }] }, id)
      return answer.type === 'rejected' ? answer : ended
    },
  }
}

/** Promises that wait for an event, and what happens to them when none will come any more. */
const openWaiting = () => {
  const ends = new Map<SubmissionId, PromiseWithResolvers<Event>>()
  const settlers: PromiseWithResolvers<void>[] = []
  let watcher: Watcher | null = null
  let end: Error | null = null
  const look = (): void => {
    if (watcher !== null && watcher.state().name !== 'compacting')
      for (const settler of settlers.splice(0)) settler.resolve()
  }
  return {
    look,
    watch: (watched: Watcher): void => {
      watcher = watched
    },
    hear: (event: Event): void => {
      if (event.id !== null && isTerminal(event.msg)) ends.get(event.id)?.resolve(event)
      look()
    },
    endOf: (id: SubmissionId): Promise<Event> => {
      const waiter = Promise.withResolvers<Event>()
      // A refusal leaves nobody to listen, and a lost link is told to those who do.
      waiter.promise.catch(() => {})
      ends.set(id, waiter)
      if (end !== null) waiter.reject(end)
      return waiter.promise
    },
    settled: (): Promise<void> => {
      const waiter = Promise.withResolvers<void>()
      settlers.push(waiter)
      if (end !== null) waiter.reject(end)
      look()
      return waiter.promise
    },
    lost: (message: string): void => {
      end = new Error(message)
      for (const waiter of [...ends.values(), ...settlers.splice(0)]) waiter.reject(end)
    },
  }
}

const freshSubmission = (): SubmissionId => SubmissionId.parse(`sb_${randomUUID()}`)
const freshRequest = (): RequestId => RequestId.parse(`rq_${randomUUID()}`)
const freshSequence = (): SequenceId => SequenceId.parse(`sq_${randomUUID()}`)
