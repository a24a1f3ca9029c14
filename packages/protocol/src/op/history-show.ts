/** Asks for the items of an archive, a page at a time; answered by `history_show_result`. */
import { z } from 'zod'
import { page } from '../page.ts'

export const HistoryShowOp = z.strictObject({
  type: z.literal('history_show'),
  /** Its name, or the beginning of it that no other archive has: the time alone will do. */
  archive: z.string().min(1).max(300),
  ...page,
})
export type HistoryShowOp = z.infer<typeof HistoryShowOp>
