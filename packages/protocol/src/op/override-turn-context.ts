/** What turns run under from the next one on; what is absent stays. Told by `session_configured` once it holds, logged with each turn as `turn_context`. */
import { z } from 'zod'
import { ApprovalPolicy, SandboxMode } from '../settings.ts'

export const OverrideTurnContextOp = z.strictObject({
  type: z.literal('override_turn_context'),
  model: z.string().min(1).optional(),
  /** Reasoning effort. */
  effort: z.string().min(1).optional(),
  approval_policy: ApprovalPolicy.optional(),
  sandbox_policy: z.strictObject({ mode: SandboxMode, network: z.boolean().optional() }).optional(),
  /** Absolute folder. */
  cwd: z.string().min(1).optional(),
})
export type OverrideTurnContextOp = z.infer<typeof OverrideTurnContextOp>
