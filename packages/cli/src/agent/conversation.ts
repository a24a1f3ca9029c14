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
  type UserInput,
} from '@rawr/protocol'
import type { RawrClient } from '@rawr/protocol/client'
import { createWatcher } from '@rawr/tui/watcher'

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
  say(text: string, images?: readonly UserInput[]): Promise<Event | Rejected>
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
  const replayed = Promise.withResolvers<void>()
  const watcher = createWatcher({
    submit: send,
    now: Date.now,
    ids: { submission: freshSubmission, request: freshRequest, sequence: freshSequence },
    host: options.host,
    begins: open.type === 'thread_resume' ? 'in_replay' : 'live',
    onNotice: (_kind, text) => options.onNotice(text),
  })
  const ticking = setInterval(() => watcher.onTick(), 1_000)
  ticking.unref()
  const isNew = ({ seq, after_seq }: Event): boolean => (seq ?? (after_seq ?? 0) + 1) > opened.from_seq
  const follow = async (): Promise<void> => {
    for await (const item of client.events()) {
      if (item.type === 'replay_complete' && item.thread_id === threadId) {
        watcher.onReplayComplete()
        replayed.resolve()
      }
      if (item.type !== 'event' || item.thread_id !== threadId) continue
      watcher.onEvent(item)
      if (isNew(item)) options.onEvent(item)
      waiting.hear(item)
    }
    clearInterval(ticking)
  }
  // Without its past the watcher knows no pressure, and would have nothing to decide from.
  const isReady = open.type === 'thread_resume' ? replayed.promise : Promise.resolve()
  const lost = (message: string): void => {
    replayed.resolve()
    waiting.lost(message)
  }
  follow().then(
    () => lost('the link to the daemon is gone'),
    (cause: Error) => lost(cause.message),
  )
  return {
    threadId,
    send,
    settled: () => watcher.settled(),
    say: async (text, images = []) => {
      await isReady
      const id = freshSubmission()
      const ended = waiting.endOf(id)
      watcher.beforeSend()
      const answer = await send({ type: 'user_turn', items: [{ type: 'text', text }, ...images] }, id)
      return answer.type === 'rejected' ? answer : ended
    },
  }
}

/** Promises for the end of a message, and what happens to them when no event will come any more. */
const openWaiting = () => {
  const ends = new Map<SubmissionId, PromiseWithResolvers<Event>>()
  let end: Error | null = null
  return {
    hear: (event: Event): void => {
      if (event.id !== null && isTerminal(event.msg)) ends.get(event.id)?.resolve(event)
    },
    endOf: (id: SubmissionId): Promise<Event> => {
      const waiter = Promise.withResolvers<Event>()
      // A refusal leaves nobody to listen, and a lost link is told to those who do.
      waiter.promise.catch(() => {})
      ends.set(id, waiter)
      if (end !== null) waiter.reject(end)
      return waiter.promise
    },
    lost: (message: string): void => {
      end = new Error(message)
      for (const waiter of ends.values()) waiter.reject(end)
    },
  }
}

const freshSubmission = (): SubmissionId => SubmissionId.parse(`sb_${randomUUID()}`)
const freshRequest = (): RequestId => RequestId.parse(`rq_${randomUUID()}`)
const freshSequence = (): SequenceId => SequenceId.parse(`sq_${randomUUID()}`)
