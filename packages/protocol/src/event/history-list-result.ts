/** The answer to `history_list`. */
import { z } from 'zod'
import { ArchiveInfo } from '../archive.ts'

export const HistoryListResultEvent = z.object({
  type: z.literal('history_list_result'),
  archives: z.array(ArchiveInfo),
  /** There are more: ask again with it. */
  next_cursor: z.string().optional(),
})
export type HistoryListResultEvent = z.infer<typeof HistoryListResultEvent>
