/** Opens a new thread with the past of another one, whole or up to a point in it. Queued messages stay with the original; files on the disk are as they are. */
import { z } from 'zod'
import { ItemId, ThreadId, TurnId } from '../ids.ts'
import { SettingsLayer } from '../settings.ts'

export const ForkPoint = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('item'), item_id: ItemId }),
  z.strictObject({ kind: z.literal('turn'), turn_id: TurnId }),
])
export type ForkPoint = z.infer<typeof ForkPoint>

export const ThreadForkOp = z.strictObject({
  type: z.literal('thread_fork'),
  thread_id: ThreadId,
  /** The last item or turn that comes along; absent: everything so far. */
  at: ForkPoint.optional(),
  /** As in `thread_start`; absent: what the original was lent. */
  cwd: z.string().min(1).optional(),
  env: z.record(z.string(), z.string()).optional(),
  api_key: z.string().optional(),
  settings: SettingsLayer.optional(),
})
export type ThreadForkOp = z.infer<typeof ThreadForkOp>
