/** A command ended. */
import { z } from 'zod'
import { CallId, TurnId } from '../ids.ts'
import { Millis } from '../units.ts'

export const ExecCommandEndEvent = z.object({
  type: z.literal('exec_command_end'),
  call_id: CallId,
  turn_id: TurnId,
  command: z.array(z.string()),
  /** `null` where a signal or a time-out ended it, or where it goes on. */
  exit_code: z.number().int().nullable(),
  timed_out: z.boolean(),
  /** As the model sees it, cut and all. */
  output: z.string(),
  duration_ms: Millis,
  /** The name under which it goes on in the background; absent: it ended. */
  goes_on_as: z.string().optional(),
})
export type ExecCommandEndEvent = z.infer<typeof ExecCommandEndEvent>
