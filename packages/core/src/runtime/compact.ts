/** The compactions of a session: one at a time, cancelled at a word, bounded by the guard; and plans for those who ask first. */
import type { CompactionId, CompactOptions, PlanId, SubmissionId } from '@rawr/protocol'
import { type CompactionGuard, guardAfter } from '../engine/compaction-guard.ts'
import { usageOf } from '../engine/limits.ts'
import { COMPACTION_MS_MAX } from '../engine/session/compaction.ts'
import type { InFlight } from '../engine/session/state.ts'
import type { IdSource } from '../ports/id-source.ts'
import { drawPlan, planInputOf } from './draw-plan.ts'
import { type FlightDeps, type FlightEnd, fly } from './fly.ts'
import type { InitialContext } from './session-deps.ts'
import { openShownPlans, type ShownPlans } from './shown-plans.ts'

export type CompactorDeps = FlightDeps & {
  readonly ids: IdSource
  readonly guard: CompactionGuard
  readonly overdue: (compactionId: CompactionId) => void
  readonly ended: (end: FlightEnd & { readonly compactionId: CompactionId }) => void
  /** The log refused what had to be written, or the initial context could not be read. */
  readonly broken: (error: unknown) => void
}

export type Compactor = {
  start(inFlight: InFlight, midTurn: boolean): void
  /** Dead at once where nothing is written yet; a compaction that is written stands. */
  cancel(compactionId: CompactionId): void
  /** Answers `compaction_planned`, or `compact_failed` where there is nothing to plan. */
  showPlan(submissionId: SubmissionId, options: CompactOptions): void
  isFresh(planId: PlanId): boolean
  guard(): CompactionGuard
  /** From here on automatic compaction waits for growth. */
  disarm(): void
}

/** Told when it begins, with the ways on (L10). */
const PAUSED =
  'Automatic compaction is paused: the last ones did not help. It is tried again when the context has grown by a tenth of the window, or after /compact. Otherwise remove pins, use a model with a larger window, or start a new thread.'

export const openCompactor = (deps: CompactorDeps): Compactor => {
  const plans = openShownPlans(deps.record)
  let guard = deps.guard
  let current: InFlight | null = null
  let abort = new AbortController()
  const isCurrent = (id: CompactionId): boolean => current?.compactionId === id
  const used = (): number => usageOf(deps.gauge()).used_tokens

  const run = async (inFlight: InFlight, midTurn: boolean): Promise<void> => {
    const { ask, compactionId } = inFlight
    const before = used()
    const takePlan = (context: InitialContext) => {
      const { trigger, options, planId } = ask
      const input = planInputOf(deps, { compactionId, trigger, options, midTurn, handoff: null, context })
      return planId === null ? null : plans.take(planId, { compactionId, input })
    }
    const isCancelled = () => !isCurrent(compactionId)
    const landed = () => {
      if (isCurrent(compactionId)) current = null
    }
    const flight = {
      inFlight,
      midTurn,
      before,
      startedAt: deps.clock.now(),
      guard,
      takePlan,
      isCancelled,
      landed,
      signal: abort.signal,
    }
    const strategy = ask.options.strategy ?? deps.settings.compact.mode
    const { trigger, submissionId } = ask
    deps.outbox.emit(
      { type: 'compaction_started', compaction_id: compactionId, trigger, strategy, tokens_before: before },
      submissionId,
    )
    const end = await fly(deps, flight)
    if (end === null) return
    const wasClosed = guard.breaker.openedAtTokens === null
    guard = guardAfter(guard, { trigger, before, after: used(), outcome: end.outcome })
    if (wasClosed && guard.breaker.openedAtTokens !== null)
      deps.outbox.emit({ type: 'warning', message: PAUSED }, submissionId)
    deps.ended({ compactionId, ...end })
  }
  return {
    start: (inFlight, midTurn) => {
      const { compactionId } = inFlight
      current = inFlight
      abort = new AbortController()
      const cancelDeadline = deps.clock.after(COMPACTION_MS_MAX, () => deps.overdue(compactionId))
      run(inFlight, midTurn).finally(cancelDeadline).catch(deps.broken)
    },
    cancel: (compactionId) => {
      if (current === null || !isCurrent(compactionId)) return
      const { ask } = current
      current = null
      abort.abort()
      deps.outbox.emit(
        { type: 'compact_failed', compaction_id: compactionId, reason: 'interrupted', error_message: 'Interrupted.' },
        ask.submissionId,
      )
    },
    showPlan: (submissionId, options) => {
      showPlan({ deps, plans }, submissionId, options).catch(deps.broken)
    },
    isFresh: plans.isFresh,
    guard: () => guard,
    disarm: () => {
      guard = { ...guard, rearmFrom: used() }
    },
  }
}

type Planner = { readonly deps: CompactorDeps; readonly plans: ShownPlans }

const showPlan = async ({ deps, plans }: Planner, id: SubmissionId, options: CompactOptions): Promise<void> => {
  const context = await deps.readContext()
  const compactionId = deps.ids.compaction()
  const trigger = options.trigger ?? 'manual'
  const plan = drawPlan(deps, { compactionId, trigger, options, midTurn: false, handoff: null, context })
  if (!plan.ok)
    return deps.outbox.emit(
      { type: 'compact_failed', reason: plan.error.reason, error_message: plan.error.message },
      id,
    )
  const plan_id = deps.ids.plan()
  plans.add(plan_id, plan.value)
  const report = { ...plan.value.report, plan_id }
  deps.outbox.emit({ type: 'compaction_planned', plan_id, report, preview: plan.value.preview }, id)
}
