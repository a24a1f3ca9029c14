/** Loads a thread from its log and goes on with it. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'
import { SettingsLayer } from '../settings.ts'

export const ThreadResumeOp = z.strictObject({
  type: z.literal('thread_resume'),
  thread_id: ThreadId,
  /** Absolute folder the agent works in; absent: the one the thread had. */
  cwd: z.string().min(1).optional(),
  env: z.record(z.string(), z.string()).optional(),
  api_key: z.string().optional(),
  settings: SettingsLayer.optional(),
})
export type ThreadResumeOp = z.infer<typeof ThreadResumeOp>
