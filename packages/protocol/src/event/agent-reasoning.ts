/** A whole reasoning summary. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'

export const AgentReasoningEvent = z.object({
  type: z.literal('agent_reasoning'),
  item_id: ItemId,
  text: z.string(),
})
export type AgentReasoningEvent = z.infer<typeof AgentReasoningEvent>
