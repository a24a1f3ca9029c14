/** The text so far of an item still streaming, for a client that attached late or lagged. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'

export const ItemSnapshotEvent = z.object({
  type: z.literal('item_snapshot'),
  item_id: ItemId,
  text: z.string(),
})
export type ItemSnapshotEvent = z.infer<typeof ItemSnapshotEvent>
