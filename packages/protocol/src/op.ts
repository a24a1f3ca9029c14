/** What a client asks. One file an op under `op/`; each is strict, so that a misspelt field is refused and named. */
import { z } from 'zod'
import { CompactOp } from './op/compact.ts'
import { CompactPlanOp } from './op/compact-plan.ts'
import { ExecApprovalOp } from './op/exec-approval.ts'
import { HoldInputOp } from './op/hold-input.ts'
import { InterruptOp } from './op/interrupt.ts'
import { RawrAutoCompactionJudgmentOp } from './op/rawr-auto-compaction-judgment.ts'
import { RecompactOp } from './op/recompact.ts'
import { ReleaseInputOp } from './op/release-input.ts'
import { ReportDecisionOp } from './op/report-decision.ts'
import { ShutdownOp } from './op/shutdown.ts'
import { ThreadResumeOp } from './op/thread-resume.ts'
import { ThreadStartOp } from './op/thread-start.ts'
import { UncompactOp } from './op/uncompact.ts'
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
  ReportDecisionOp,
  RawrAutoCompactionJudgmentOp,
  ShutdownOp,
])
export type Op = z.infer<typeof Op>
