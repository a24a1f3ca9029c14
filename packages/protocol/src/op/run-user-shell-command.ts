/** Runs a command that the person typed (`!cmd`) in the thread's sandbox, without the model. It is a turn of its own; command and output become an item that the model reads with the next message. */
import { z } from 'zod'

export const RunUserShellCommandOp = z.strictObject({
  type: z.literal('run_user_shell_command'),
  command: z.string().min(1).max(100_000),
})
export type RunUserShellCommandOp = z.infer<typeof RunUserShellCommandOp>
