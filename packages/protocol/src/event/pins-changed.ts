/** All pins of the thread, what each holds of the context, and how much there is to hold. */
import { z } from 'zod'
import { Pin } from '../pin.ts'
import { Tokens } from '../units.ts'

export const PinsChangedEvent = z.object({
  type: z.literal('pins_changed'),
  /** In the order they were pinned; estimated, an item in two pins counts in both. */
  pins: z.array(z.object({ pin: Pin, tokens: Tokens })),
  /** All together, each item once. */
  tokens: Tokens,
  /** What a compaction may leave above the floor: with more than this pinned it is refused. */
  room_tokens: Tokens,
})
export type PinsChangedEvent = z.infer<typeof PinsChangedEvent>
