/** Asks which models the server of a thread offers; answered by `model_list_result`. */
import { z } from 'zod'

export const ModelListOp = z.strictObject({ type: z.literal('model_list') })
export type ModelListOp = z.infer<typeof ModelListOp>
