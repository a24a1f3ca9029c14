/**
 * Messages that were accepted and are not yet in the history: what a crash must not lose (L12). The same fold serves the
 * running session and a reloaded log.
 */
import {
  type QueueChange,
  type QueuedInput,
  type SequenceId,
  type SubmissionId,
  textOfInput,
  type UserInput,
} from '@rawr/protocol'

/** More waiting messages than this are refused: `queue_full`. */
export const QUEUE_MAX = 100

export type Queued = QueuedInput & {
  /** Read before the next sampling request of the running turn. */
  readonly steers: boolean
}

/** Oldest first. */
export type InputQueue = readonly Queued[]

export type Hold = { readonly sequenceId: SequenceId; readonly deadline: number }

export const isFull = (queue: InputQueue): boolean => queue.length >= QUEUE_MAX

export const without = (queue: InputQueue, id: SubmissionId): InputQueue =>
  queue.filter(({ submission_id }) => submission_id !== id)

export const withItems = (queue: InputQueue, id: SubmissionId, items: readonly UserInput[]): InputQueue =>
  queue.map((input) => (input.submission_id === id ? { ...input, items: [...items] } : input))

/** To this place, counted without it. */
export const movedTo = (queue: InputQueue, id: SubmissionId, to: number): InputQueue =>
  without(queue, id).toSpliced(to, 0, ...queue.filter(({ submission_id }) => submission_id === id))

/** What of the queue a reloaded log says is still waiting, and whether a sequence holds it. */
export type WaitingInput = {
  readonly queue: InputQueue
  readonly hold: Hold | null
  /** Handed over by a released sequence, for the next message. */
  readonly handoff: string | null
}

export const nothingWaiting: WaitingInput = { queue: [], hold: null, handoff: null }

export const afterChange = (waiting: WaitingInput, change: QueueChange): WaitingInput => {
  switch (change.change) {
    case 'added':
      return {
        ...waiting,
        queue: [...without(waiting.queue, change.input.submission_id), { ...change.input, steers: false }],
      }
    case 'taken':
    case 'dropped':
      return { ...waiting, queue: without(waiting.queue, change.submission_id) }
    case 'replaced':
      return { ...waiting, queue: withItems(waiting.queue, change.submission_id, change.items) }
    case 'moved':
      return { ...waiting, queue: movedTo(waiting.queue, change.submission_id, change.to) }
    case 'compaction_queued':
      return waiting
    case 'held':
      return { ...waiting, hold: { sequenceId: change.sequence_id, deadline: change.deadline } }
    case 'released':
      return { ...waiting, hold: null, handoff: change.handoff ?? waiting.handoff }
  }
}

export const textOfQueued = ({ items }: Pick<QueuedInput, 'items'>): string => textOfInput(items).toWellFormed()
