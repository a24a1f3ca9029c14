/** What a watcher may hear, with the policy's answers in it: for the walk, the stories and the properties. */
import { type Decision, RequestId, SequenceId, SubmissionId } from '@rawr/protocol'
import type { Sample } from '@rawr/protocol/testing'
import { COMPACTION_DEADLINE_MS, type Evaluation, type WatcherEvent, type WatcherState } from '../state.ts'

/** States in which core holds the messages. */
export const isHolding = ({ name }: WatcherState): boolean =>
  name === 'awaiting_scratch_write' || name === 'awaiting_packet' || name === 'compacting'

export const own = SubmissionId.parse('own')
export const foreign = SubmissionId.parse('foreign')
export const other = SubmissionId.parse('other')
export const next = { sequenceId: SequenceId.parse('s1'), submissionId: own }
const decisionId = RequestId.parse('d1')

export const compact = (tier: 'ready' | 'asap' = 'ready'): Decision => ({
  kind: 'compact',
  trigger: 'auto_watcher',
  tier,
  boundaries: ['commit'],
})
export const judge = (tier: 'ready' | 'asap'): Decision => ({
  kind: 'judge',
  trigger: 'auto_watcher',
  tier,
  boundaries: ['commit'],
  prompt: 'judgment.md',
})
export const leave = (why: Extract<Decision, { kind: 'leave' }>['why']): Decision => ({ kind: 'leave', why })

export const evaluationOf = (decision: Decision, change: Partial<Evaluation> = {}): Evaluation => ({
  decisionId,
  decision,
  timing: 'now',
  packetAuthor: 'watcher',
  scratch: 'not_asked',
  explanation: 'why',
  continues: false,
  headsUp: 'heads up',
  handoff: 'handoff',
  ...change,
})

export const turnEnded = (
  evaluation: Evaluation | null,
  submissionId: SubmissionId | null = foreign,
  packet: string | null = null,
): WatcherEvent => ({
  type: 'turn_completed',
  submissionId,
  evaluation,
  packet,
  at: 0,
  next,
})
export const messageReady = (evaluation: Evaluation | null): WatcherEvent => ({
  type: 'user_message_ready',
  evaluation,
  at: 0,
  next,
})

export const judged = (evaluation: Evaluation, requestId: RequestId = decisionId): WatcherEvent => ({
  type: 'judged',
  requestId,
  evaluation,
  packet: null,
  at: 0,
  next,
})

export const agentWrites = evaluationOf(compact(), { packetAuthor: 'agent' })
export const agentWritesBoth = evaluationOf(compact(), { packetAuthor: 'agent', scratch: 'asked' })
export const notesFirst = evaluationOf(compact(), { scratch: 'asked' })
export const idled = (evaluation: Evaluation | null): WatcherEvent => ({ type: 'idled', evaluation, at: 0, next })
export const continuing = evaluationOf(compact(), { continues: true })
const emergency = evaluationOf({ kind: 'compact', trigger: 'auto_watcher', tier: 'emergency', boundaries: [] })
export const stale = RequestId.parse('stale')

export const preflight = evaluationOf(compact(), { timing: 'next_message' })

export const samples: readonly Sample<WatcherEvent>[] = [
  { label: 'turn_completed, no tier', event: turnEnded(evaluationOf(leave('no_tier'))) },
  { label: 'turn_completed, no boundary', event: turnEnded(evaluationOf(leave('no_boundary'))) },
  { label: 'turn_completed, mode tag', event: turnEnded(evaluationOf(leave('mode_tag'))) },
  { label: 'turn_completed, mode suggest', event: turnEnded(evaluationOf(leave('mode_suggest'))) },
  { label: 'turn_completed, judge', event: turnEnded(evaluationOf(judge('ready'))) },
  { label: 'turn_completed, compact', event: turnEnded(evaluationOf(compact())) },
  { label: 'turn_completed, compact, agent writes', event: turnEnded(agentWrites) },
  { label: 'turn_completed, compact, agent writes, scratch', event: turnEnded(agentWritesBoth) },
  { label: 'turn_completed, compact, watcher writes, scratch', event: turnEnded(notesFirst) },
  { label: 'its turn_completed, with a packet', event: turnEnded(null, own, 'the packet') },
  { label: 'judged yes', event: judged(evaluationOf(compact())) },
  { label: 'judged yes, agent writes', event: judged(agentWrites) },
  { label: 'judged yes, watcher writes, scratch', event: judged(notesFirst) },
  { label: 'judged yes, preflight', event: judged(evaluationOf(compact(), { timing: 'next_message' })) },
  { label: 'judged no', event: judged(evaluationOf(leave('vetoed'))) },
  { label: 'judgment failed below asap', event: judged(evaluationOf(leave('judgment_failed'))) },
  { label: 'judged, stale', event: judged(evaluationOf(compact()), stale) },
  { label: 'user_message_ready, discards the verdict', event: messageReady(evaluationOf(leave('user_spoke'))) },
  { label: 'its progress', event: { type: 'progressed', submissionId: own, at: 5 } },
  { label: 'progress of another', event: { type: 'progressed', submissionId: foreign, at: 5 } },
  { label: 'driver_lost', event: { type: 'driver_lost' } },
  { label: 'turn_completed, compact, preflight', event: turnEnded(preflight) },
  { label: 'turn_completed, not asked', event: turnEnded(null) },
  { label: 'its turn_completed, history not replaced', event: turnEnded(null, own) },
  { label: 'user_message_ready, compact', event: messageReady(preflight) },
  { label: 'user_message_ready, no tier', event: messageReady(evaluationOf(leave('no_tier'))) },
  { label: 'user_message_ready, not asked', event: messageReady(null) },
  { label: 'its history_replaced', event: { type: 'history_replaced', submissionId: own } },
  { label: 'history_replaced', event: { type: 'history_replaced', submissionId: foreign } },
  { label: 'its turn_failed', event: { type: 'turn_failed', submissionId: own, message: 'stopped' } },
  { label: 'turn_failed', event: { type: 'turn_failed', submissionId: foreign, message: 'stopped' } },
  { label: 'its compaction_failed', event: { type: 'compaction_failed', submissionId: own, message: 'no gain' } },
  { label: 'compaction_failed', event: { type: 'compaction_failed', submissionId: foreign, message: 'no gain' } },
  {
    label: 'its submission_rejected',
    event: { type: 'submission_rejected', submissionId: own, message: 'not driver' },
  },
  {
    label: 'submission_rejected',
    event: { type: 'submission_rejected', submissionId: foreign, message: 'not driver' },
  },
  { label: 'compaction_joined', event: { type: 'compaction_joined', submissionId: own, other } },
  { label: 'joined history_replaced', event: { type: 'history_replaced', submissionId: other } },
  { label: 'user_cancelled', event: { type: 'user_cancelled' } },
  { label: 'idled, no boundary', event: idled(evaluationOf(leave('no_boundary'))) },
  { label: 'idled, judge', event: idled(evaluationOf(judge('ready'))) },
  { label: 'idled, agent writes', event: idled(agentWrites) },
  { label: 'idled, not asked', event: idled(null) },
  { label: 'turn_completed, compact, and then go on', event: turnEnded(continuing) },
  { label: 'turn_completed, emergency', event: turnEnded(emergency) },
  { label: 'ticked, before the deadline', event: { type: 'ticked', at: COMPACTION_DEADLINE_MS - 1 } },
  { label: 'ticked, deadline', event: { type: 'ticked', at: COMPACTION_DEADLINE_MS } },
]
