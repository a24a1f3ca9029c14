/** A tool other than the shell or a patch starts. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'

export const ToolCallBeginEvent = z.object({
  type: z.literal('tool_call_begin'),
  call_id: CallId,
  turn_id: TurnId,
  tool: z.string(),
  /** The arguments in one line, for a person. */
  summary: z.string(),
})
export type ToolCallBeginEvent = z.infer<typeof ToolCallBeginEvent>
