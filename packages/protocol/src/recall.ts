/** What of a thread's past is asked for: by where it stands, by a text in it, or by the file it is about. */
import { z } from 'zod'

export const RecallTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('id'),
    /** An item (`i12`), a range of items (`i12-i18`), or a blob id (64 hex digits). */
    id: z.string().min(1).max(200),
  }),
  z.strictObject({
    kind: z.literal('search'),
    /** Found in any case, line by line, in everything the thread ever had. */
    text: z.string().min(1).max(500),
  }),
  z.strictObject({
    kind: z.literal('path'),
    /** As it was written where it was spoken of, or the end of it. */
    path: z.string().min(1).max(4_096),
  }),
])
export type RecallTarget = z.infer<typeof RecallTarget>
