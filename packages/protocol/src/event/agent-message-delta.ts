/** A piece of a message as it streams. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'

export const AgentMessageDeltaEvent = z.object({
  type: z.literal('agent_message_delta'),
  item_id: ItemId,
  /** Where `text` starts in the item, in UTF-16 units from 0. */
  offset: z.number().int().nonnegative(),
  text: z.string(),
})
export type AgentMessageDeltaEvent = z.infer<typeof AgentMessageDeltaEvent>
