/** A whole message of the agent; final where deltas went before. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'

export const AgentMessageEvent = z.object({
  type: z.literal('agent_message'),
  item_id: ItemId,
  text: z.string(),
})
export type AgentMessageEvent = z.infer<typeof AgentMessageEvent>
