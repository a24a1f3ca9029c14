/** Opens a new thread. The shell that asks lends its folder, its environment for tools and its key; none of them is logged, echoed or replayed. */
import { z } from 'zod'
import { SettingsLayer } from '../settings.ts'

export const ThreadStartOp = z.strictObject({
  type: z.literal('thread_start'),
  /** Absolute folder the agent works in. */
  cwd: z.string().min(1),
  /** Environment of tools; memory only. */
  env: z.record(z.string(), z.string()).optional(),
  /** The provider's key; memory only. */
  api_key: z.string().optional(),
  settings: SettingsLayer.optional(),
})
export type ThreadStartOp = z.infer<typeof ThreadStartOp>
