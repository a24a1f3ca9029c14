/** Who is attached, and who drives. */
import { z } from 'zod'
import { ClientId } from '../ids.ts'

export const PresenceEvent = z.object({
  type: z.literal('presence'),
  clients: z.array(z.object({ client_id: ClientId, name: z.string(), role: z.enum(['driver', 'viewer']) })),
})
export type PresenceEvent = z.infer<typeof PresenceEvent>
