/** The answer to `model_list`. */
import { z } from 'zod'
import { Tokens } from '../units.ts'

export const ModelListResultEvent = z.object({
  type: z.literal('model_list_result'),
  /** As the server orders them; empty where it does not tell. */
  models: z.array(
    z.object({
      name: z.string(),
      /** Where the server tells it. */
      context_window: Tokens.optional(),
    }),
  ),
})
export type ModelListResultEvent = z.infer<typeof ModelListResultEvent>
