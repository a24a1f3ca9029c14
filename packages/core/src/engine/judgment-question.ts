/** What a judgment is asked about; the op on the wire says the same in the wire's words. */
import type { Boundary, RequestId, Tier, TurnId } from '@rawr/protocol'

export type JudgmentQuestion = {
  readonly requestId: RequestId
  readonly tier: Tier
  readonly percentRemaining: number
  readonly boundaries: readonly Boundary[]
  readonly lastAgentMessage: string | null
  /** A bare file name inside `RAWR_HOME/auto-compact`. */
  readonly promptFile: string
  readonly turnId: TurnId | null
}
