/** Fixes an item, a range of items, a file or a fact: it stays verbatim through every compaction from now on. */
import { z } from 'zod'
import { PinTarget } from '../pin.ts'

export const PinOp = z.strictObject({ type: z.literal('pin'), target: PinTarget })
export type PinOp = z.infer<typeof PinOp>
