/** Asks which models the thread's server offers; answered by `model_list_result`. */
import { z } from 'zod'

export const ModelListOp = z.strictObject({ type: z.literal('model_list') })
export type ModelListOp = z.infer<typeof ModelListOp>
