/** The thread is loaded and this is how; clients take every setting from here. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'
import { Settings } from '../settings.ts'
import { Tokens } from '../units.ts'

export const SessionConfiguredEvent = z.object({
  type: z.literal('session_configured'),
  thread_id: ThreadId,
  cwd: z.string(),
  /** Absent: no model is configured, compaction is extractive and turns are refused. */
  model: z.string().optional(),
  wire_api: z.enum(['responses', 'chat', 'replay']),
  context_window: Tokens,
  resumed: z.boolean(),
  settings: Settings,
})
export type SessionConfiguredEvent = z.infer<typeof SessionConfiguredEvent>
