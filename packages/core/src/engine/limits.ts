/**
 * L2, and the one token figure everybody shows: the last trustworthy report plus the estimate of what came since. The
 * margin on estimated parts is for the gate alone and never in a shown figure.
 */
import { builtInLimit, contextUsage, isFloorTooLarge, outputReserve } from '@rawr/policy'
import type { CompactSettings, ContextUsage, Tokens } from '@rawr/protocol'
import { learnedRatio, type UsageLedger } from './usage-ledger.ts'

/** Where neither the settings nor the server say. */
export const WINDOW_TOKENS_DEFAULT = 200_000

/** Reports after which estimates of this model carry the margin that was learned from them, and no other. */
const CALIBRATED_FROM_REPORTS = 3

/** Above this share of the window an unexplained refusal is read as an overflow. */
const NEARLY_FULL_SHARE = 0.9

export type Gauge = {
  readonly windowTokens: Tokens
  readonly maxOutputTokens?: Tokens | undefined
  /** Instructions and tool schemas, estimated. */
  readonly staticTokens: Tokens
  /** Initial context and pins among what the model sees, estimated. */
  readonly fixedTokens: Tokens
  /** All of the history the model sees, estimated. */
  readonly visibleTokens: Tokens
  readonly ledger: UsageLedger
}

type Parts = { readonly reported: Tokens; readonly estimated: Tokens }

const partsOf = ({ ledger, staticTokens, visibleTokens }: Gauge): Parts => {
  const { anchor } = ledger
  if (anchor === null) return { reported: 0, estimated: staticTokens + visibleTokens }
  const since = Math.max(0, visibleTokens - anchor.visibleTokens)
  return anchor.source === 'reported'
    ? { reported: anchor.tokens, estimated: since }
    : { reported: 0, estimated: anchor.tokens + since }
}

export const usageOf = (gauge: Gauge): ContextUsage => {
  const { reported, estimated } = partsOf(gauge)
  return contextUsage({
    usedTokens: reported + estimated,
    floorTokens: gauge.staticTokens + gauge.fixedTokens,
    windowTokens: gauge.windowTokens,
    maxOutputTokens: gauge.maxOutputTokens,
    source: reported > 0 && estimated === 0 ? 'reported' : 'divisors',
  })
}

export const isNearlyFull = (gauge: Gauge): boolean => {
  const { reported, estimated } = partsOf(gauge)
  return reported + estimated > gauge.windowTokens * NEARLY_FULL_SHARE
}

/** Whether the next request may go, and what has to happen where it may not. */
export type Fit =
  | { readonly kind: 'fits' }
  /** It fits, but the built-in limit is reached and a compaction is due. */
  | { readonly kind: 'built_in' }
  | { readonly kind: 'over'; readonly automatic: boolean; readonly message: string }

export type FitQuestion = {
  readonly gauge: Gauge
  readonly compact: CompactSettings
  /** The watcher and mid-turn compaction; off: the built-in limit holds. */
  readonly featureOn: boolean
  readonly rearmed: boolean
  readonly breakerOpen: boolean
  /** Of the next request, images that do not fit already left out. */
  readonly body: BodySize
}

export type BodySize = { readonly bytes: number; readonly bytesMax: number }

export const fitOf = ({ gauge, compact, featureOn, rearmed, breakerOpen, body }: FitQuestion): Fit => {
  const { windowTokens } = gauge
  const floorTooLarge = isFloorTooLarge(usageOf(gauge))
  const automatic = compact.enabled && compact.auto_compact_enabled && !breakerOpen && !floorTooLarge
  const needed = neededTokens(gauge, compact.token_safety_multiplier)
  if (needed > windowTokens)
    return {
      kind: 'over',
      automatic,
      message: exhausted({ needed, windowTokens, compact, breakerOpen, floorTooLarge }),
    }
  if (body.bytes > body.bytesMax) return { kind: 'over', automatic, message: tooManyBytes(body) }
  const { used_tokens } = usageOf(gauge)
  const isOverLimit = used_tokens >= builtInLimit({ settings: compact, windowTokens })
  return !featureOn && automatic && rearmed && isOverLimit ? { kind: 'built_in' } : { kind: 'fits' }
}

/** Estimate with its margin, plus the room the answer needs. */
const neededTokens = (gauge: Gauge, safetyMultiplier: number): Tokens => {
  const { reported, estimated } = partsOf(gauge)
  const isCalibrated = gauge.ledger.reports >= CALIBRATED_FROM_REPORTS
  const margin = isCalibrated ? learnedRatio(gauge.ledger) : safetyMultiplier
  return reported + Math.ceil(estimated * margin) + outputReserve(gauge)
}

const tooManyBytes = ({ bytes, bytesMax }: BodySize): string =>
  `The next request has about ${bytes} bytes and the provider takes ${bytesMax} (provider.body_bytes_max). Compact by hand, or start a new thread.`

/** What is left for the answer, a little less than it seems; at least what every API accepts. */
export const answerRoom = (gauge: Gauge, safetyMultiplier: number): Tokens => {
  const input = neededTokens(gauge, safetyMultiplier) - outputReserve(gauge)
  return Math.max(ANSWER_TOKENS_MIN, gauge.windowTokens - input - Math.ceil(gauge.windowTokens * ESTIMATE_SLACK))
}

const ANSWER_TOKENS_MIN = 16

/** Of the window: where input and answer may fill it to the token, an estimate that is a few tokens short is refused. */
const ESTIMATE_SLACK = 0.01

/** DESIGN §8. */
const OUTPUT_TOKENS_MAX = 10_000

/** Below this an output says nothing any more. */
const OUTPUT_TOKENS_MIN = 200

/**
 * Tokens of one tool's output at most, `set` where somebody said. What suits a large window leaves a small one before the model
 * has seen it: there a third of the room above the floor is the most.
 */
export const outputTokensMax = (gauge: Gauge, set: Tokens | undefined): Tokens => {
  if (set !== undefined) return set
  const { effective_tokens, floor_tokens } = usageOf(gauge)
  const room = Math.floor((effective_tokens - floor_tokens) / 3)
  return Math.min(OUTPUT_TOKENS_MAX, Math.max(OUTPUT_TOKENS_MIN, room))
}

/** Whether an input of this size would fit a thread that holds nothing but its initial context (L6). */
export const fitsEmptyThread = (gauge: Gauge, inputTokens: Tokens, safetyMultiplier: number): boolean => {
  const empty: Gauge = {
    ...gauge,
    visibleTokens: gauge.fixedTokens + inputTokens,
    ledger: { ...gauge.ledger, anchor: null },
  }
  return neededTokens(empty, safetyMultiplier) <= gauge.windowTokens
}

type Exhausted = {
  readonly needed: Tokens
  readonly windowTokens: Tokens
  readonly compact: CompactSettings
  readonly breakerOpen: boolean
  readonly floorTooLarge: boolean
}

const exhausted = ({ needed, windowTokens, compact, breakerOpen, floorTooLarge }: Exhausted): string => {
  const figures = `The next request needs about ${needed} tokens and the model holds ${windowTokens}.`
  if (!compact.enabled) return `${figures} Compaction is off (compact.enabled): turn it on, or start a new thread.`
  if (!compact.auto_compact_enabled)
    return `${figures} Automatic compaction is off (compact.auto_compact_enabled): compact now, or turn it on.`
  if (floorTooLarge)
    return `${figures} Instructions, tool schemas and pins fill it: shorten them, remove pins, or use a model with a larger window.`
  if (breakerOpen)
    return `${figures} Automatic compaction is paused because it did not help: compact by hand, remove pins, or start a new thread.`
  return `${figures} Compact by hand with a smaller budget, remove pins, or use a model with a larger window.`
}
