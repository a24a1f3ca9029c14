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
})
export type ToolCallEndEvent = z.infer<typeof ToolCallEndEvent>
