/** A command starts. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'

export const ExecCommandBeginEvent = z.object({
  type: z.literal('exec_command_begin'),
  call_id: CallId,
  turn_id: TurnId,
  /** The words as they are run; a line for a shell is the last of them: `["bash", "-c", LINE]`. */
  command: z.array(z.string()),
  cwd: z.string(),
})
export type ExecCommandBeginEvent = z.infer<typeof ExecCommandBeginEvent>
