/** What the core reports. One file an event under `event/`; fields a newer core adds are ignored by an older client. */
import { z } from 'zod'
import { AgentMessageEvent } from './event/agent-message.ts'
import { AgentMessageDeltaEvent } from './event/agent-message-delta.ts'
import { AgentReasoningEvent } from './event/agent-reasoning.ts'
import { AgentReasoningDeltaEvent } from './event/agent-reasoning-delta.ts'
import { ApplyPatchApprovalRequestEvent } from './event/apply-patch-approval-request.ts'
import { ApprovalResolvedEvent } from './event/approval-resolved.ts'
import { CompactCompletedEvent } from './event/compact-completed.ts'
import { CompactFailedEvent } from './event/compact-failed.ts'
import { CompactThresholdExceededEvent } from './event/compact-threshold-exceeded.ts'
import { CompactionHeadsUpEvent } from './event/compaction-heads-up.ts'
import { CompactionPlannedEvent } from './event/compaction-planned.ts'
import { CompactionProgressEvent } from './event/compaction-progress.ts'
import { CompactionRedoneEvent } from './event/compaction-redone.ts'
import { CompactionShowResultEvent } from './event/compaction-show-result.ts'
import { CompactionStartedEvent } from './event/compaction-started.ts'
import { CompactionUndoneEvent } from './event/compaction-undone.ts'
import { ContextBreakdownResultEvent } from './event/context-breakdown-result.ts'
import { ContextCompactedEvent } from './event/context-compacted.ts'
import { DecisionRecordedEvent } from './event/decision-recorded.ts'
import { EnteredReviewModeEvent } from './event/entered-review-mode.ts'
import { ErrorEvent } from './event/error.ts'
import { ExecApprovalRequestEvent } from './event/exec-approval-request.ts'
import { ExecCommandBeginEvent } from './event/exec-command-begin.ts'
import { ExecCommandEndEvent } from './event/exec-command-end.ts'
import { ExecCommandOutputDeltaEvent } from './event/exec-command-output-delta.ts'
import { ExitedReviewModeEvent } from './event/exited-review-mode.ts'
import { ExplainResultEvent } from './event/explain-result.ts'
import { HistoryListResultEvent } from './event/history-list-result.ts'
import { HistoryShowResultEvent } from './event/history-show-result.ts'
import { InputHeldEvent } from './event/input-held.ts'
import { InputReleasedEvent } from './event/input-released.ts'
import { ItemSnapshotEvent } from './event/item-snapshot.ts'
import { MicroCompactCompletedEvent } from './event/micro-compact-completed.ts'
import { ModelListResultEvent } from './event/model-list-result.ts'
import { PatchApplyBeginEvent } from './event/patch-apply-begin.ts'
import { PatchApplyEndEvent } from './event/patch-apply-end.ts'
import { PinsChangedEvent } from './event/pins-changed.ts'
import { PlanUpdateEvent } from './event/plan-update.ts'
import { PresenceEvent } from './event/presence.ts'
import { QueueChangedEvent } from './event/queue-changed.ts'
import { RawrAutoCompactionJudgmentResultEvent } from './event/rawr-auto-compaction-judgment-result.ts'
import { RecallResultEvent } from './event/recall-result.ts'
import { SessionConfiguredEvent } from './event/session-configured.ts'
import { ShutdownCompleteEvent } from './event/shutdown-complete.ts'
import { StreamErrorEvent } from './event/stream-error.ts'
import { ThreadChangedEvent } from './event/thread-changed.ts'
import { ThreadListResultEvent } from './event/thread-list-result.ts'
import { ThreadRolledBackEvent } from './event/thread-rolled-back.ts'
import { ThreadSearchResultEvent } from './event/thread-search-result.ts'
import { TokenCountEvent } from './event/token-count.ts'
import { ToolCallBeginEvent } from './event/tool-call-begin.ts'
import { ToolCallEndEvent } from './event/tool-call-end.ts'
import { TurnAbortedEvent } from './event/turn-aborted.ts'
import { TurnCompleteEvent } from './event/turn-complete.ts'
import { TurnDiffEvent } from './event/turn-diff.ts'
import { TurnStartedEvent } from './event/turn-started.ts'
import { UserMessageEvent } from './event/user-message.ts'
import { WarningEvent } from './event/warning.ts'
import type { Query } from './op.ts'

export const EventMsg = z.discriminatedUnion('type', [
  SessionConfiguredEvent,
  TurnStartedEvent,
  TurnCompleteEvent,
  TurnAbortedEvent,
  UserMessageEvent,
  AgentMessageEvent,
  AgentMessageDeltaEvent,
  AgentReasoningEvent,
  AgentReasoningDeltaEvent,
  ItemSnapshotEvent,
  ExecCommandBeginEvent,
  ExecCommandOutputDeltaEvent,
  ExecCommandEndEvent,
  ToolCallBeginEvent,
  ToolCallEndEvent,
  PatchApplyBeginEvent,
  PatchApplyEndEvent,
  ExecApprovalRequestEvent,
  ApprovalResolvedEvent,
  PlanUpdateEvent,
  TokenCountEvent,
  QueueChangedEvent,
  InputHeldEvent,
  InputReleasedEvent,
  CompactionHeadsUpEvent,
  CompactionPlannedEvent,
  CompactionStartedEvent,
  CompactionProgressEvent,
  ContextCompactedEvent,
  CompactCompletedEvent,
  MicroCompactCompletedEvent,
  CompactFailedEvent,
  CompactThresholdExceededEvent,
  CompactionUndoneEvent,
  CompactionRedoneEvent,
  PinsChangedEvent,
  DecisionRecordedEvent,
  RawrAutoCompactionJudgmentResultEvent,
  PresenceEvent,
  WarningEvent,
  ErrorEvent,
  StreamErrorEvent,
  ThreadListResultEvent,
  ThreadSearchResultEvent,
  HistoryListResultEvent,
  HistoryShowResultEvent,
  ThreadChangedEvent,
  ThreadRolledBackEvent,
  ModelListResultEvent,
  CompactionShowResultEvent,
  ContextBreakdownResultEvent,
  ExplainResultEvent,
  RecallResultEvent,
  ApplyPatchApprovalRequestEvent,
  TurnDiffEvent,
  EnteredReviewModeEvent,
  ExitedReviewModeEvent,
  ShutdownCompleteEvent,
])
export type EventMsg = z.infer<typeof EventMsg>

/** The event that answers a query. */
export type AnswerTo<Asked extends Query> = Extract<EventMsg, { type: `${Asked['type']}_result` }>
