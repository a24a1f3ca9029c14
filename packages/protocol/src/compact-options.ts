/** What `compact` and `compact_plan` may bring; each overrides the setting of the same name for this call. */
import { z } from 'zod'
import { Strategy, Trigger } from './compaction.ts'
import { KeepRole } from './settings.ts'
import { Tokens } from './units.ts'

export const compactOptions = {
  /** Absent: `manual`. */
  trigger: Trigger.optional(),
  /** The watcher's packet: continuation context written before the compaction. */
  packet: z.string().optional(),
  draft: z.string().optional(),
  strategy: Strategy.optional(),
  model: z.string().optional(),
  /** What the summary should dwell on, in the user's words. */
  focus: z.string().optional(),
  prompt: z.string().optional(),
  keep_files: z.array(z.string()).optional(),
  keep_roles: z.array(KeepRole).optional(),
  max_tail: z.number().int().nonnegative().optional(),
  min_headroom: Tokens.optional(),
  /** Tokens of the view above the floor. */
  budget: Tokens.optional(),
}

export const CompactOptions = z.strictObject(compactOptions)
export type CompactOptions = z.infer<typeof CompactOptions>
