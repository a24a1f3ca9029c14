/** `state.json`: the newest of everything, for a glance without reading the lines. */
import { Decision, DecisionOutcome, type DecisionRecord, RequestId, ThreadId, type UnixMillis } from '@rawr/protocol'
import { type AuditEvent, COMPACTION_COMPLETED, isObject, readAuditEvent } from './audit-event.ts'

export type ThreadState = {
  readonly version: 1
  readonly thread_id: ThreadId
  readonly updated_at: UnixMillis
  readonly last_decision: {
    readonly id: RequestId
    readonly at: UnixMillis
    readonly decision: Decision
    readonly outcome: DecisionOutcome
  } | null
  readonly last_event: AuditEvent | null
  readonly last_compaction: AuditEvent | null
}

export const newThreadState = (thread_id: ThreadId, updated_at: UnixMillis): ThreadState => ({
  version: 1,
  thread_id,
  updated_at,
  last_decision: null,
  last_event: null,
  last_compaction: null,
})

export const withDecision = (state: ThreadState, { id, at, decision, outcome }: DecisionRecord): ThreadState => ({
  ...state,
  updated_at: Math.max(state.updated_at, at),
  last_decision: { id, at, decision, outcome },
})

export const withEvent = (state: ThreadState, event: AuditEvent): ThreadState => ({
  ...state,
  updated_at: Math.max(state.updated_at, event.at),
  last_event: event,
  last_compaction: event.name === COMPACTION_COMPLETED ? event : state.last_compaction,
})

/** What an earlier life of the daemon wrote stands where this one knows nothing yet. */
export const continued = (state: ThreadState, written: ThreadState | null): ThreadState =>
  written === null || written.thread_id !== state.thread_id
    ? state
    : {
        ...state,
        last_decision: state.last_decision ?? written.last_decision,
        last_event: state.last_event ?? written.last_event,
        last_compaction: state.last_compaction ?? written.last_compaction,
      }

/** `null` where it is none. */
export const readThreadState = (value: unknown): ThreadState | null => {
  if (!isObject(value) || value.version !== 1 || typeof value.updated_at !== 'number') return null
  const event = readAuditEvent(value.last_event)
  const compaction = readAuditEvent(value.last_compaction)
  const decision = readLastDecision(value.last_decision)
  const thread = ThreadId.safeParse(value.thread_id)
  if (!thread.success) return null
  return {
    ...newThreadState(thread.data, value.updated_at),
    last_decision: decision,
    last_event: event,
    last_compaction: compaction,
  }
}

const readLastDecision = (value: unknown): ThreadState['last_decision'] => {
  if (!isObject(value) || typeof value.at !== 'number') return null
  const id = RequestId.safeParse(value.id)
  const decision = Decision.safeParse(value.decision)
  const outcome = DecisionOutcome.safeParse(value.outcome)
  if (!id.success || !decision.success || !outcome.success) return null
  return { id: id.data, at: value.at, decision: decision.data, outcome: outcome.data }
}
