/** Takes a pin away; what it held may leave with the next compaction. */
import { z } from 'zod'
import { PinTarget } from '../pin.ts'

export const UnpinOp = z.strictObject({ type: z.literal('unpin'), target: PinTarget })
export type UnpinOp = z.infer<typeof UnpinOp>
