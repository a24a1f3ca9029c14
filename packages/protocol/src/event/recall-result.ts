/** The answer to `recall`: one page of what was found. */
import { z } from 'zod'

export const RecallResultEvent = z.object({
  type: z.literal('recall_result'),
  /**
   * By id: the whole text of each item below a line `[id · origin]`, of a blob the text alone. By search: a line
   * `id line n: text` a hit. By path: a line `id origin text` an item. Empty: nothing was found.
   */
  text: z.string(),
  page: z.number().int(),
  /** There is more: ask again with it. The pages one after the other are the whole answer. */
  next_page: z.number().int().optional(),
  /** Of all pages together, in UTF-16 units. */
  characters: z.number().int(),
})
export type RecallResultEvent = z.infer<typeof RecallResultEvent>
