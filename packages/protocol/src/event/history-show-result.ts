/** The answer to `history_show`. */
import { z } from 'zod'
import { ArchiveInfo } from '../archive.ts'
import { HistoryItem } from '../history-item.ts'

export const HistoryShowResultEvent = z.object({
  type: z.literal('history_show_result'),
  archive: ArchiveInfo,
  items: z.array(HistoryItem),
  /** There are more: ask again with it. */
  next_cursor: z.string().optional(),
})
export type HistoryShowResultEvent = z.infer<typeof HistoryShowResultEvent>
