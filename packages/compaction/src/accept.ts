/** Whether an attempt is worth taking: it must free a tenth, and leave room enough not to come back at once (L15). */
import type { CompactOptions, CompactSettings, ContextUsage, Tokens } from '@rawr/protocol'
import type { PlanInput } from './plan-input.ts'

export type Acceptance = 'accepted' | 'no_gain' | 'no_headroom'

export type Figures = {
  readonly before: Tokens
  readonly after: Tokens
  readonly usage: ContextUsage
  /** What no compaction frees, as it will be afterwards. */
  readonly floor: Tokens
  /** Used tokens at which the next automatic compaction begins. */
  readonly threshold: Tokens
  readonly headroomMin: Tokens
  /** Nobody goes on from the result. */
  readonly isOffline: boolean
}

const GAIN_MIN = 0.1

/** After a compaction at most this share of the effective window is used above the floor. */
const USED_SHARE_MAX = 0.4

export const judge = ({ before, after, usage, floor, threshold, headroomMin, isOffline }: Figures): Acceptance => {
  const isTight = threshold - after < headroomMin || after - floor > usage.effective_tokens * USED_SHARE_MAX
  if (isTight && !isOffline) return 'no_headroom'
  return after > before * (1 - GAIN_MIN) ? 'no_gain' : 'accepted'
}

/** {@link judge} for a view that only cleared tool results: somebody goes on from it, and the next rung is not its affair. */
export const judgeClearing = (input: PlanInput, { before, after }: Pick<Figures, 'before' | 'after'>): Acceptance => {
  const { usage, thresholdTokens: threshold = usage.effective_tokens } = input
  const headroomMin = headroomMinimum({ ...input, windowTokens: usage.window_tokens })
  return judge({ before, after, usage, floor: usage.floor_tokens, threshold, headroomMin, isOffline: false })
}

/** L15: `max(min_headroom_tokens, 10 % of the window)`. */
export const headroomMinimum = ({
  options,
  settings,
  windowTokens,
}: {
  readonly options: CompactOptions
  readonly settings: CompactSettings
  readonly windowTokens: Tokens
}): Tokens => {
  const tenth = Math.floor(windowTokens / 10)
  return Math.max(options.min_headroom ?? settings.min_headroom_tokens ?? 0, tenth)
}
