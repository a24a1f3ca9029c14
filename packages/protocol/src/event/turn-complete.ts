/** The turn ended by itself. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'
import { Millis } from '../units.ts'

export const TurnCompleteEvent = z.object({
  type: z.literal('turn_complete'),
  turn_id: TurnId,
  /** `null` where the model said nothing. */
  last_agent_message: z.string().nullable(),
  duration_ms: Millis,
})
export type TurnCompleteEvent = z.infer<typeof TurnCompleteEvent>
