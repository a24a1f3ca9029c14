/** A piece of a reasoning summary as it streams. */
import { z } from 'zod'
import { ItemId } from '../ids.ts'

export const AgentReasoningDeltaEvent = z.object({
  type: z.literal('agent_reasoning_delta'),
  item_id: ItemId,
  /** Where `text` starts in the item, in UTF-16 units from 0. */
  offset: z.number().int().nonnegative(),
  text: z.string(),
})
export type AgentReasoningDeltaEvent = z.infer<typeof AgentReasoningDeltaEvent>
