/**
 * Events on their way to the clients: appended before they are told, numbered per thread, replayable from the log. Status
 * events carry the number they came after and are gone once told; of an item still streaming a late client gets the text
 * so far.
 */
import { type Event, type EventMsg, type ItemId, isLogged, type RolloutLine, type SubmissionId } from '@rawr/protocol'
import type { Logger } from '../ports/logger.ts'
import type { ThreadRecord } from './record.ts'

export type Listener = (event: Event) => void

export type Outbox = {
  emit(msg: EventMsg, submissionId: SubmissionId | null): void
  /** Told without a number and not logged: the last words where the log takes nothing any more. */
  announce(msg: EventMsg, submissionId: SubmissionId | null): void
  /** A piece of a streaming item; its place in the item is added here. */
  stream(piece: StreamPiece): void
  /** The item is final, or given up. */
  endStream(itemId: ItemId): void
  /** Tells the listener first what is streaming now. The returned function detaches. */
  attach(listener: Listener): () => void
  /** Who is there, and `item_snapshot` of everything that streams now: what a client cannot read from the log. */
  snapshots(): Event[]
  /** Logged events with a higher number, in order. */
  eventsAfter(seq: number): Event[]
  lastSeq(): number
}

export type StreamPiece = {
  readonly type: 'agent_message_delta' | 'agent_reasoning_delta'
  readonly itemId: ItemId
  readonly text: string
  readonly submissionId: SubmissionId | null
}

export type OutboxSource = {
  readonly record: ThreadRecord
  readonly lines: readonly RolloutLine[]
  readonly logger: Logger
}

export const openOutbox = ({ record, lines, logger }: OutboxSource): Outbox => {
  const { threadId } = record
  const listeners = new Set<Listener>()
  const streaming = new Map<ItemId, { text: string; submissionId: SubmissionId | null }>()
  const events: Event[] = lines.flatMap((line) => (line.type === 'event_msg' ? [eventOf(threadId, line.payload)] : []))
  let lastSeq = events.at(-1)?.seq ?? 0
  let presence: Event | null = null

  const tell = (event: Event): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        logger.error('listener_failed', { thread: threadId, error: String(error) })
      }
    }
  }
  const status = (msg: EventMsg, id: SubmissionId | null): Event => ({
    type: 'event',
    thread_id: threadId,
    after_seq: lastSeq,
    id,
    msg,
  })
  const emit = (msg: EventMsg, id: SubmissionId | null) => {
    if (!isLogged(msg)) {
      const event = status(msg, id)
      if (msg.type === 'presence') presence = event
      return tell(event)
    }
    const given = { seq: lastSeq + 1, submission_id: id, msg }
    const [line] = record.append([{ type: 'event_msg', payload: given }])
    // Told as it was written: without the secrets.
    const logged = line?.type === 'event_msg' ? line.payload : given
    lastSeq = logged.seq
    const event = eventOf(threadId, logged)
    events.push(event)
    tell(event)
  }
  const snapshots = (): Event[] => [
    ...(presence === null ? [] : [status(presence.msg, presence.id)]),
    ...[...streaming].map(([item_id, { text, submissionId }]) =>
      status({ type: 'item_snapshot', item_id, text }, submissionId),
    ),
  ]

  return {
    emit,
    announce: (msg, id) => tell(status(msg, id)),
    stream: ({ type, itemId, text, submissionId }) => {
      const before = streaming.get(itemId)?.text ?? ''
      streaming.set(itemId, { text: before + text, submissionId })
      emit({ type, item_id: itemId, offset: before.length, text }, submissionId)
    },
    endStream: (itemId) => {
      streaming.delete(itemId)
    },
    attach: (listener) => {
      for (const event of snapshots()) listener(event)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    snapshots,
    eventsAfter: (seq) => events.slice(firstAfter(events, seq)),
    lastSeq: () => lastSeq,
  }
}

type Logged = Extract<RolloutLine, { type: 'event_msg' }>['payload']

const eventOf = (thread_id: Event['thread_id'], { seq, submission_id, msg }: Logged): Event => ({
  type: 'event',
  thread_id,
  seq,
  id: submission_id,
  msg,
})

/** Numbers grow; where lines of a damaged log could not be read there are holes among them. */
const firstAfter = (events: readonly Event[], seq: number): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low
}
