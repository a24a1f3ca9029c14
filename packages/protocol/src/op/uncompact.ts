/** Drops the newest compaction's view; the originals are visible again, later turns stay. */
import { z } from 'zod'
import { CompactionId } from '../ids.ts'

export const UncompactOp = z.strictObject({
  type: z.literal('uncompact'),
  /** Absent: the newest one that counts. */
  compaction_id: CompactionId.optional(),
})
export type UncompactOp = z.infer<typeof UncompactOp>
