/** The thread is loaded and this is how; clients take every setting from here. */
import { z } from 'zod'
import { ThreadId } from '../ids.ts'
import { Settings } from '../settings.ts'
import { Tokens } from '../units.ts'

/** The texts of a sequence, as the user's own folder has them. */
export const CompactionPrompts = z.object({
  /** Asks the agent for the packet. */
  packet: z.string(),
  /** Asks the agent for its notes. */
  scratch: z.string(),
  /** Its placeholders are of the moment: `{tier}`, `{percentRemaining}`, `{why}`. */
  heads_up: z.string(),
  /** Characters of the last message that a packet quotes, from its end. */
  max_tail_chars: z.number().int().nonnegative(),
  /** Relative to the project. */
  scratch_file: z.string(),
})
export type CompactionPrompts = z.infer<typeof CompactionPrompts>

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
  /** Placeholders of the thread filled in: a client opens no prompt file either. */
  prompts: CompactionPrompts.optional(),
})
export type SessionConfiguredEvent = z.infer<typeof SessionConfiguredEvent>
