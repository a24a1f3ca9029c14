/** Takes what waits in the queue back into the composer; a message that went into a turn meanwhile stays there. */
import { SubmissionId } from '@rawr/protocol'
import type { ScreenState, ScreenStep } from './state.ts'

/** Newest first: each comes back in front of the one before, so that the oldest stands first. Without effects: nothing waits. */
export const recallQueue = (state: ScreenState, next: SubmissionId): ScreenStep => {
  if (state.recalling.length > 0) return { state, effects: [] }
  const asked = state.queue.toReversed().map((waiting, index) => ({
    recalling: { id: SubmissionId.parse(`${next}_${index}`), text: waiting.text },
    op: { type: 'queue_edit', submission_id: waiting.id, edit: { kind: 'remove' } } as const,
  }))
  return {
    state: { ...state, recalling: asked.map(({ recalling }) => recalling) },
    effects: asked.map(({ op, recalling: { id } }) => ({ type: 'submit', op, id })),
  }
}
