/**
 * Growth, not time, re-arms: a compaction may come back over the limit, and a clock would fire again at once. Measured
 * from the smaller of the usages before and after the last attempt, failed and vetoed ones too.
 */
import type { Tokens } from '@rawr/protocol'

const SHARE_OF_WINDOW = 50
const TOKENS_MIN = 64
const TOKENS_UNKNOWN_WINDOW = 256

/** Tokens the context must grow by before the next automatic attempt. */
export const tokensToRearm = (windowTokens: Tokens | null): Tokens =>
  windowTokens === null ? TOKENS_UNKNOWN_WINDOW : Math.max(Math.floor(windowTokens / SHARE_OF_WINDOW), TOKENS_MIN)

/** From where growth is counted after an attempt. */
export const rearmReference = (attempt: { readonly before: Tokens; readonly after: Tokens }): Tokens =>
  Math.min(attempt.before, attempt.after)

export type Growth = {
  /** `null`: nothing was attempted yet. */
  readonly tokensSinceRearm: number | null
  readonly windowTokens: Tokens | null
}

export const isRearmed = ({ tokensSinceRearm, windowTokens }: Growth): boolean =>
  tokensSinceRearm === null || tokensSinceRearm >= tokensToRearm(windowTokens)
