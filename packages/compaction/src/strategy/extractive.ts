/**
 * The embedded strategy: state, user words, covering lines and tail. No model, no chance, the same bytes on every run.
 * Goes down the ladder until a view leaves room enough.
 */
import { err, ok, type Result, type Tokens, textOfParts } from '@rawr/protocol'
import { headroomMinimum, judge } from '../accept.ts'
import { isBudgetGiven, viewBudget, viewTokensMax } from '../budget.ts'
import { visibleItems } from '../history/history.ts'
import type { KeepWish } from '../keep.ts'
import { LADDER } from '../ladder.ts'
import type { CompactionPlan, PlanInput, PlanRefusal } from '../plan-input.ts'
import { type Attempt, type AttemptInput, attempt } from './attempt.ts'
import { ROOM_TOKENS_MIN } from './compose.ts'
import { afterTokens, floorAfter, scaleOf } from './figures.ts'
import { planOf } from './plan-of.ts'
import { prepare } from './prepared.ts'
import { refusal } from './refusal.ts'

export const planExtractive = (input: PlanInput): Result<CompactionPlan, PlanRefusal> => {
  const { usage } = input
  const scale = scaleOf(input, visibleItems(input.history))
  const threshold = input.thresholdTokens ?? usage.effective_tokens
  const headroomMin = headroomMinimum({ ...input, windowTokens: usage.window_tokens })
  // Offline nobody goes on from the result: it has to fit the budget and nothing else.
  const isOffline = input.mayCutLiveRequest === true
  const limit = isOffline
    ? Number.POSITIVE_INFINITY
    : Math.floor(Math.min(viewTokensMax(usage), threshold - headroomMin - usage.floor_tokens))
  const budget = Math.min(viewBudget(input), Math.max(0, limit))
  const prepared = prepare(input.history, { ...input, keep: keepWish(input, { budget, limit }) })
  const restoreTokens = isBudgetGiven(input) ? Math.floor(budget * RESTORED_SHARE) : Math.max(0, limit - budget)
  const mustShrink = isOffline && scale.body > budget
  const steps: string[] = []
  for (const rung of LADDER) {
    if (rung.step !== null) steps.push(rung.step)
    const made = withRoom({ input, prepared, rung, budget, restoreTokens, tokensBefore: scale.before }, limit)
    if (made === null) return err(refusal({ input, prepared }))
    const after = afterTokens(scale, { input, items: made.items })
    const floor = floorAfter(scale, { input, items: made.items })
    const verdict = judge({ before: scale.before, after, usage, floor, threshold, headroomMin, isOffline })
    if (verdict === 'accepted' || (verdict === 'no_gain' && mustShrink)) {
      return ok(planOf({ input, prepared, made, rung, steps, before: scale.before, after, threshold }))
    }
    if (verdict === 'no_gain') {
      return err({ reason: 'no_gain', message: 'Compacting would free less than a tenth of what is used.' })
    }
  }
  return err(refusal({ input, prepared }))
}

type Room = { readonly budget: Tokens; readonly limit: Tokens }

/** Of the window, of a budget that was given, or of what L15 leaves: kept files take no more. */
const KEPT_FILES_SHARE = 0.25

const keepWish = (input: PlanInput, { budget, limit }: Room): KeepWish => {
  const { options, settings, usage, contextItems } = input
  const share = isBudgetGiven(input) ? budget : Math.min(usage.window_tokens, limit)
  return {
    globs: options.keep_files ?? settings.keep_files_glob,
    tokensMax: Math.floor(share * KEPT_FILES_SHARE),
    roles: options.keep_roles ?? settings.keep_roles,
    shownTexts: contextItems.flatMap((item) => (item.type === 'message' ? [textOfParts(item.content)] : [])),
  }
}

/** Restored files take no more of a budget that was given; else they have what L15 leaves beside the view. */
const RESTORED_SHARE = 0.25

/** A budget that nobody asked for grows with a large live request or large pins, as far as L15 allows. */
const withRoom = (given: AttemptInput, limit: Tokens): Attempt | null => {
  const made = attempt(given)
  if (!('noRoom' in made)) return made
  const budget = Math.ceil((made.fixedTokens + ROOM_TOKENS_MIN) / given.rung.scale)
  if (isBudgetGiven(given.input) || budget * given.rung.scale > limit) return null
  const again = attempt({ ...given, budget })
  return 'noRoom' in again ? null : again
}
