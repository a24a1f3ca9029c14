/** What stays verbatim through every compaction, and how a client names it. */
import { z } from 'zod'
import { ItemId } from './ids.ts'

export const Pin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('item'), first: ItemId, last: ItemId }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('fact'), text: z.string() }),
])
export type Pin = z.infer<typeof Pin>

export const PinTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('item'),
    first: ItemId,
    /** Absent: the first alone. */
    last: ItemId.optional(),
  }),
  /** Its newest view or edit, whichever that is when a compaction comes. */
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('fact'), text: z.string().regex(/\S/).max(10_000) }),
])
export type PinTarget = z.infer<typeof PinTarget>
