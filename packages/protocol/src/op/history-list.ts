/** Asks for the archives beside the project of a thread, newest first; answered by `history_list_result`. */
import { z } from 'zod'
import { page } from '../page.ts'

export const HistoryListOp = z.strictObject({
  type: z.literal('history_list'),
  /** Those of other threads of the project too; absent: no. */
  all_threads: z.boolean().optional(),
  ...page,
})
export type HistoryListOp = z.infer<typeof HistoryListOp>
