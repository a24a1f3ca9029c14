/** Output of a running command, shown as it comes. */
import { z } from 'zod'
import { CallId } from '../ids.ts'

export const ExecCommandOutputDeltaEvent = z.object({
  type: z.literal('exec_command_output_delta'),
  call_id: CallId,
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
})
export type ExecCommandOutputDeltaEvent = z.infer<typeof ExecCommandOutputDeltaEvent>
