/** The answer to `model_list`: what the server offers, newest first where it dates its models. */
import { z } from 'zod'
import { Tokens } from '../units.ts'

export const ModelListResultEvent = z.object({
  type: z.literal('model_list_result'),
  /** Empty where the server has no list, or does not answer. */
  models: z.array(
    z.object({
      name: z.string(),
      /** Where the server tells. */
      context_window: Tokens.optional(),
    }),
  ),
  /** The one that answers now; absent where none is chosen. */
  current: z.string().optional(),
})
export type ModelListResultEvent = z.infer<typeof ModelListResultEvent>
