/** Fresh ids; chance for jitter lives here too, so that a test can fix both. */
import type {
  CallId,
  ClientId,
  CompactionId,
  Epoch,
  PlanId,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'

export interface IdSource {
  thread(): ThreadId
  turn(): TurnId
  call(): CallId
  submission(): SubmissionId
  request(): RequestId
  compaction(): CompactionId
  plan(): PlanId
  sequence(): SequenceId
  client(): ClientId
  epoch(): Epoch
  /** Uniform in [0, 1). */
  chance(): number
}
