/** What a review is about. Names are given to git as they are, so they must look like names. */
import { z } from 'zod'

const gitName = z
  .string()
  .max(250)
  .regex(/^[\w][\w./@^~-]*$/, 'a name of a branch or a commit')

export const ReviewTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('uncommitted') }),
  /** Everything since it left this branch. */
  z.strictObject({ kind: z.literal('base'), branch: gitName }),
  z.strictObject({ kind: z.literal('commit'), sha: gitName }),
])
export type ReviewTarget = z.infer<typeof ReviewTarget>
