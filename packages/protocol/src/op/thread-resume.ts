/** Loads a thread from its log and goes on with it. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'
import { SettingsLayer } from '../settings.ts'
import { Seq } from '../units.ts'

export const ThreadResumeOp = z.strictObject({
  type: z.literal('thread_resume'),
  thread_id: ThreadId,
  /** Absolute folder the agent works in; absent: the one the thread had. */
  cwd: z.string().min(1).optional(),
  env: z.record(z.string(), z.string()).optional(),
  api_key: z.string().optional(),
  settings: SettingsLayer.optional(),
  /**
   * Tell what was logged after it, once more to a client that follows the thread already; 0: everything. Absent: a client
   * that does not follow it yet is told everything, one that does goes on where it is.
   */
  after_seq: Seq.optional(),
})
export type ThreadResumeOp = z.infer<typeof ThreadResumeOp>
