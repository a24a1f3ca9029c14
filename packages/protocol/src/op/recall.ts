/**
 * Asks for what the thread had before, whatever of it the model still sees: by id, by text or by path. The model's tool of
 * this name reads the same; answered by `recall_result`.
 */
import { z } from 'zod'
import { RecallTarget } from '../recall.ts'

export const RecallOp = z.strictObject({
  type: z.literal('recall'),
  target: RecallTarget,
  /** Which page of a long answer, from 1; absent: the first. */
  page: z.number().int().min(1).optional(),
})
export type RecallOp = z.infer<typeof RecallOp>
