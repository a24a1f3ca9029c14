/** A turn begins; the submission id of the frame is the one it works for. */
import { z } from 'zod'
import { TurnId } from '../ids.ts'
import { TurnKind } from '../user-input.ts'

export const TurnStartedEvent = z.object({
  type: z.literal('turn_started'),
  turn_id: TurnId,
  /** What the turn answers to. */
  origin: TurnKind,
})
export type TurnStartedEvent = z.infer<typeof TurnStartedEvent>
