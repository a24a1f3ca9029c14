/** A tool other than the shell or a patch ended. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'
import { Millis } from '../units.ts'

export const ToolCallEndEvent = z.object({
  type: z.literal('tool_call_end'),
  call_id: CallId,
  turn_id: TurnId,
  tool: z.string(),
  success: z.boolean(),
  duration_ms: Millis,
  /** What came of it in a few words, for a person; absent where `success` says it all. */
  outcome: z.string().optional(),
})
export type ToolCallEndEvent = z.infer<typeof ToolCallEndEvent>
