/** Edits of a message that waits: other words, another place, or gone. Each is in the log before it counts. */
import { assertNever, go, type QueueChange, type Step } from '@rawr/protocol'
import { type InputQueue, movedTo, withItems, without } from '../input-queue.ts'
import { accepted, rejected } from './replies.ts'
import { queueChanged } from './settle.ts'
import type { Refusal, SessionEffect, SessionEvent, SessionState } from './state.ts'

type Edit = Extract<SessionEvent, { type: 'queue_edit_submitted' }>

const NOT_QUEUED: Refusal = {
  code: 'not_queued',
  message: 'This message does not wait any more: it went into a turn, or was removed.',
  path: ['op', 'submission_id'],
}

export const queueEdited = (state: SessionState, event: Edit): Step<SessionState, SessionEffect> => {
  const { of } = event
  if (!state.queue.some(({ submission_id }) => submission_id === of)) return rejected(state, event, NOT_QUEUED)
  if (event.refusal !== null) return rejected(state, event, event.refusal)
  const queue = edited(state.queue, event)
  return go<SessionState, SessionEffect>(
    { ...state, queue },
    { type: 'log_queue', change: changeOf(event) },
    accepted(event, 'started'),
    queueChanged(queue),
  )
}

const edited = (queue: InputQueue, { edit, of }: Edit): InputQueue => {
  switch (edit.kind) {
    case 'replace':
      return withItems(queue, of, edit.items)
    case 'remove':
      return without(queue, of)
    case 'move':
      return movedTo(queue, of, edit.to)
    default:
      return assertNever(edit)
  }
}

const changeOf = ({ edit, of }: Edit): QueueChange => {
  switch (edit.kind) {
    case 'replace':
      return { change: 'replaced', submission_id: of, items: edit.items }
    case 'remove':
      return { change: 'dropped', submission_id: of, reason: 'removed by hand' }
    case 'move':
      return { change: 'moved', submission_id: of, to: edit.to }
    default:
      return assertNever(edit)
  }
}
