/** What a client asks. One file an op under `op/`; each is strict, so that a misspelt field is refused and named. */
import { z } from 'zod'
import { CompactOp } from './op/compact.ts'
import { CompactPlanOp } from './op/compact-plan.ts'
import { CompactionShowOp } from './op/compaction-show.ts'
import { ContextBreakdownOp } from './op/context-breakdown.ts'
import { ExecApprovalOp } from './op/exec-approval.ts'
import { ExplainOp } from './op/explain.ts'
import { HistoryListOp } from './op/history-list.ts'
import { HistoryRestoreOp } from './op/history-restore.ts'
import { HistoryShowOp } from './op/history-show.ts'
import { HoldInputOp } from './op/hold-input.ts'
import { InterruptOp } from './op/interrupt.ts'
import { ModelListOp } from './op/model-list.ts'
import { OverrideTurnContextOp } from './op/override-turn-context.ts'
import { PatchApprovalOp } from './op/patch-approval.ts'
import { PinOp } from './op/pin.ts'
import { QueueEditOp } from './op/queue-edit.ts'
import { RawrAutoCompactionJudgmentOp } from './op/rawr-auto-compaction-judgment.ts'
import { RecallOp } from './op/recall.ts'
import { RecompactOp } from './op/recompact.ts'
import { ReleaseInputOp } from './op/release-input.ts'
import { ReportDecisionOp } from './op/report-decision.ts'
import { ReviewOp } from './op/review.ts'
import { RunUserShellCommandOp } from './op/run-user-shell-command.ts'
import { ShutdownOp } from './op/shutdown.ts'
import { ThreadArchiveOp } from './op/thread-archive.ts'
import { ThreadForkOp } from './op/thread-fork.ts'
import { ThreadListOp } from './op/thread-list.ts'
import { ThreadRenameOp } from './op/thread-rename.ts'
import { ThreadResumeOp } from './op/thread-resume.ts'
import { ThreadRollbackOp } from './op/thread-rollback.ts'
import { ThreadSearchOp } from './op/thread-search.ts'
import { ThreadStartOp } from './op/thread-start.ts'
import { UncompactOp } from './op/uncompact.ts'
import { UnpinOp } from './op/unpin.ts'
import { UserInputOp } from './op/user-input.ts'
import { UserTurnOp } from './op/user-turn.ts'

export const Op = z.discriminatedUnion('type', [
  ThreadStartOp,
  ThreadResumeOp,
  UserTurnOp,
  UserInputOp,
  InterruptOp,
  HoldInputOp,
  ReleaseInputOp,
  ExecApprovalOp,
  CompactOp,
  CompactPlanOp,
  UncompactOp,
  RecompactOp,
  HistoryListOp,
  HistoryShowOp,
  HistoryRestoreOp,
  PinOp,
  UnpinOp,
  ReportDecisionOp,
  RawrAutoCompactionJudgmentOp,
  ThreadForkOp,
  ThreadRollbackOp,
  ThreadRenameOp,
  ThreadArchiveOp,
  ThreadListOp,
  ThreadSearchOp,
  QueueEditOp,
  RunUserShellCommandOp,
  OverrideTurnContextOp,
  ContextBreakdownOp,
  ExplainOp,
  RecallOp,
  ModelListOp,
  CompactionShowOp,
  ReviewOp,
  PatchApprovalOp,
  ShutdownOp,
])
export type Op = z.infer<typeof Op>

/** Ops of the daemon: those that concern a thread name it themselves, and need not follow it. */
export const NEEDS_NO_THREAD = [
  'thread_start',
  'thread_resume',
  'thread_fork',
  'thread_rename',
  'thread_archive',
  'thread_list',
  'thread_search',
  'shutdown',
] as const satisfies readonly Op['type'][]

const QUERIES = [
  'thread_list',
  'thread_search',
  'context_breakdown',
  'explain',
  'history_list',
  'history_show',
  'model_list',
  'compaction_show',
  'recall',
] as const satisfies readonly Op['type'][]

/** An op that changes nothing and is answered by one event, called like the op and `_result`, to the asker alone. */
export type Query = Extract<Op, { type: (typeof QUERIES)[number] }>

export const isQuery = (op: Op): op is Query => QUERIES.some((type) => type === op.type)
