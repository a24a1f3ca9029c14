/**
 * A message whose sender was told that the disk did not take it must not be answered later: where it still waits it is taken
 * out of the queue again. One that is in a turn ends with that turn, as the session does.
 */
import { NOT_CONFIRMED, type SubmissionId } from '@rawr/protocol'
import type { InputQueue } from '../engine/input-queue.ts'
import type { SessionParts } from './session-parts.ts'

export const dropRefused = (
  { record, deps }: Pick<SessionParts, 'record' | 'deps'>,
  queue: InputQueue,
  submission_id: SubmissionId,
): void => {
  if (!queue.some((input) => input.submission_id === submission_id)) return
  try {
    record.append([{ type: 'queue', payload: { change: 'dropped', submission_id, reason: NOT_CONFIRMED } }])
  } catch (error) {
    deps.logger.error('refused_message_not_dropped', { thread: record.threadId, submission_id, message: String(error) })
  }
}
