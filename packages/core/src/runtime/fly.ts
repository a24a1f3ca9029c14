/**
 * One compaction from its plan to its line in the log: read the initial context again, plan, write. Until that line is
 * appended nothing has changed, and after it everything has (L8); the disk is asked before and after.
 */
import { type CompactionPlan, completionLine, type FileText, type PlanRefusal } from '@rawr/compaction'
import type { CondenseKind } from '@rawr/prompts'
import {
  type Attribution,
  type CompactionId,
  type CompactionReport,
  type EventMsg,
  err,
  ok,
  type Result,
  type SubmissionId,
  type Trigger,
} from '@rawr/protocol'
import { type CompactionGuard, hasRearmed, isAsked, isBreakerOpen } from '../engine/compaction-guard.ts'
import { usageOf } from '../engine/limits.ts'
import { pickStrategy } from '../engine/pick-strategy.ts'
import type { InFlight } from '../engine/session/state.ts'
import {
  type CondenseDeps,
  type Condensed,
  condense,
  condenseKindOf,
  condenseRemotely,
  NOTHING_CONDENSED,
} from './condense.ts'
import { attributionOf, type DecisionBook } from './decision-book.ts'
import { drawClearing, drawPlan, type PlanDeps, thresholdTokens } from './draw-plan.ts'
import { dropArchive, type KeepDeps, keepArchive, keepSnapshot } from './keep-beside.ts'
import type { Outbox } from './outbox.ts'
import { readRestored } from './read-restored.ts'
import type { InitialContext } from './session-deps.ts'

export type FlightDeps = PlanDeps &
  CondenseDeps &
  KeepDeps & {
    readonly outbox: Outbox
    readonly decisions: DecisionBook
    readonly readContext: () => Promise<InitialContext>
    readonly cwd: string
    readonly readFile?: (path: string) => Promise<string | null>
    /** Says how full the context is now. */
    readonly reportUsage: (submissionId: SubmissionId | null) => void
  }

export type Flight = {
  readonly inFlight: InFlight
  readonly midTurn: boolean
  /** Used tokens when it began. */
  readonly before: number
  readonly startedAt: number
  readonly guard: CompactionGuard
  /** The plan a client was shown, if that is what it wants; `null` where it does not fit the history any more. */
  readonly takePlan: (context: InitialContext) => Result<CompactionPlan, PlanRefusal> | null
  readonly isCancelled: () => boolean
  /** Aborted when it is cancelled: a model that is asked need not answer any more. */
  readonly signal: AbortSignal
  /** Called before the end is told: from there on nobody can cancel it, so it has one end (L9). */
  readonly landed: () => void
}

export type FlightEnd = { readonly outcome: 'compacted' | 'failed'; readonly message: string }

/** `null` where it was cancelled before it wrote anything; then it has said so already. */
export const fly = async (deps: FlightDeps, flight: Flight): Promise<FlightEnd | null> => {
  const { record } = deps
  const { compactionId } = flight.inFlight
  emitProgress(deps, flight, 'plan')
  const closed = gate(deps, flight)
  if (closed !== null) return failed(deps, flight, closed)
  await record.sync()
  const context = await readAgain(deps)
  if (flight.isCancelled()) return null
  if (!context.ok) return failed(deps, flight, context.error)
  const clearing = clearingOf(deps, flight, context.value)
  const vain = clearing === null ? refusalBeforeAsking(deps, flight, context.value) : null
  if (vain !== null) return failed(deps, flight, vain)
  const condensed = clearing === null ? await wordsFor(deps, flight) : undefined
  const restored = condensed?.narrative?.strategy === 'full' ? await readRestored(deps, context.value) : undefined
  if (flight.isCancelled()) return null
  const material = { context: context.value, condensed, restored }
  const draw = () => (clearing === null ? planOf(deps, flight, material) : ok(clearing))
  const history = record.history()
  const drawn = draw()
  if (!drawn.ok) return failed(deps, flight, drawn.error)
  emitProgress(deps, flight, 'verify')
  const archive = await keepArchive(deps, { compactionId, tokensBefore: drawn.value.report.tokens_before })
  // What was pinned meanwhile counts: then the plan is drawn again.
  const plan = record.history() === history ? drawn : draw()
  if (flight.isCancelled() || !plan.ok) {
    await dropArchive(deps, archive)
    return flight.isCancelled() || plan.ok ? null : failed(deps, flight, plan.error)
  }
  emitProgress(deps, flight, 'commit')
  const duration_ms = Math.max(0, deps.clock.now() - flight.startedAt)
  const report: CompactionReport = { ...plan.value.report, duration_ms }
  const beside = { ...(archive === null ? {} : { archive }), ...attributed(deps, flight) }
  record.append([{ type: 'compacted', payload: { ...plan.value.entry, ...beside, duration_ms, report } }])
  flight.landed()
  const message = completionLine(report)
  emitAll(deps, flight, successEvents({ compactionId, report, message, condensed }))
  deps.reportUsage(flight.inFlight.ask.submissionId)
  await keepSnapshot(deps)
  await record.sync()
  return { outcome: 'compacted', message }
}

/** Without the project's instructions a view would not keep L5: then there is none. */
const readAgain = async ({ readContext }: FlightDeps): Promise<Result<InitialContext, PlanRefusal>> => {
  try {
    return ok(await readContext())
  } catch (error) {
    return err({ reason: 'rejected', message: `The project's instructions could not be read: ${String(error)}` })
  }
}

/** What no model may hold up: a request that does not fit needs room now, and a shown plan is what was shown. */
const NEVER_ASKS: readonly Trigger[] = ['hard_limit', 'overflow']

/** Where clearing old tool results makes room enough, nothing else happens and nobody is asked. */
const clearingOf = (
  deps: FlightDeps,
  { inFlight, midTurn }: Flight,
  context: InitialContext,
): CompactionPlan | null => {
  const { compactionId, ask, handoff } = inFlight
  const { trigger, options, planId } = ask
  return planId === null ? drawClearing(deps, { compactionId, trigger, options, midTurn, context, handoff }) : null
}

/** What to ask a model for; `null`: nothing, for the reason given, or because nobody wanted words. */
type Wish = { readonly kind: CondenseKind | 'remote' } | { readonly kind: null; readonly why: string | null }

const wishOf = (deps: FlightDeps, { inFlight }: Flight): Wish => {
  const { options, trigger, planId, packetAuthor } = inFlight.ask
  const { strategy } = pickStrategy(deps.settings, options)
  const kind = strategy === 'remote' ? strategy : condenseKindOf(strategy)
  if (planId !== null || kind === null) return { kind: null, why: null }
  const isEmergency = decisionOf(deps, inFlight)?.decision.tier === 'emergency'
  if (isEmergency || NEVER_ASKS.includes(trigger))
    return { kind: null, why: 'no model is asked where room is needed at once' }
  // The packet is what the agent itself goes on from.
  const hasPacket = options.packet !== undefined || packetAuthor === 'agent'
  return kind === 'narrative' && hasPacket ? { kind: null, why: 'the packet carries them' } : { kind }
}

/** Words only add to a view: where the facts alone free too little, no model is asked for any. */
const refusalBeforeAsking = (deps: FlightDeps, flight: Flight, context: InitialContext): PlanRefusal | null => {
  if (wishOf(deps, flight).kind === null) return null
  const plan = planOf(deps, flight, { context, condensed: undefined })
  return plan.ok ? null : plan.error
}

const wordsFor = async (deps: FlightDeps, flight: Flight): Promise<Condensed | undefined> => {
  const wish = wishOf(deps, flight)
  if (wish.kind === null) return wish.why === null ? undefined : { ...NOTHING_CONDENSED, why: wish.why }
  const { signal } = flight
  if (wish.kind === 'remote') return await condenseRemotely(deps, signal)
  const { options, trigger } = flight.inFlight.ask
  return await condense(deps, { kind: wish.kind, options, trigger, signal })
}

const decisionOf = ({ decisions }: FlightDeps, { ask }: InFlight) =>
  ask.decisionId === null ? null : decisions.find(ask.decisionId)

const attributed = (deps: FlightDeps, { inFlight }: Flight): { attribution?: Attribution } => {
  const record = decisionOf(deps, inFlight)
  const attribution = record === null ? null : attributionOf(record, inFlight.ask.packetAuthor)
  if (attribution === null) return {}
  deps.decisions.attribute(inFlight.compactionId, attribution)
  return { attribution }
}

type Material = {
  readonly context: InitialContext
  readonly condensed: Condensed | undefined
  readonly restored?: readonly FileText[] | undefined
}

const planOf = (deps: FlightDeps, flight: Flight, material: Material): Result<CompactionPlan, PlanRefusal> => {
  const { ask, compactionId, handoff } = flight.inFlight
  if (ask.planId !== null) return flight.takePlan(material.context) ?? err(STALE)
  const { trigger, options } = ask
  return drawPlan(deps, {
    compactionId,
    trigger,
    options,
    midTurn: flight.midTurn,
    handoff,
    context: material.context,
    ...(material.condensed === undefined ? {} : { condensed: material.condensed }),
    ...(material.restored === undefined ? {} : { restored: material.restored }),
  })
}

const STALE: PlanRefusal = { reason: 'rejected', message: 'The history changed since this plan was made.' }

/** Why it may not even be planned: it is switched off, or automatic ones pause (L10). */
const gate = ({ settings, gauge }: FlightDeps, { guard, before, inFlight }: Flight): PlanRefusal | null => {
  const { trigger } = inFlight.ask
  const { compact } = settings
  if (!compact.enabled) return { reason: 'rejected', message: 'Compaction is off (compact.enabled).' }
  if (isAsked(trigger)) return null
  if (!compact.auto_compact_enabled)
    return { reason: 'rejected', message: 'Automatic compaction is off (compact.auto_compact_enabled).' }
  const question = { usedTokens: before, windowTokens: gauge().windowTokens }
  if (isBreakerOpen(guard, question))
    return {
      reason: 'breaker_open',
      message: 'Automatic compaction is paused: the last ones did not help. Compact by hand, or start a new thread.',
    }
  // A request that does not fit must be made to fit: growth is no condition there, the breaker bounds it.
  if (trigger === 'hard_limit' || trigger === 'overflow' || hasRearmed(guard, question)) return null
  return { reason: 'no_gain', message: 'The context has hardly grown since the last attempt.' }
}

const failed = (deps: FlightDeps, flight: Flight, refusal: PlanRefusal): FlightEnd => {
  flight.landed()
  emitAll(deps, flight, failureEvents(deps, flight, refusal))
  return { outcome: 'failed', message: refusal.message }
}

const emitAll = ({ outbox }: FlightDeps, { inFlight }: Flight, messages: readonly EventMsg[]): void => {
  for (const msg of messages) outbox.emit(msg, inFlight.ask.submissionId)
}

const emitProgress = (deps: FlightDeps, flight: Flight, step: 'plan' | 'verify' | 'commit'): void =>
  emitAll(deps, flight, [{ type: 'compaction_progress', compaction_id: flight.inFlight.compactionId, step }])

export type Success = {
  readonly compactionId: CompactionId
  readonly report: CompactionReport
  readonly message: string
  /** What a model was asked; absent where none was. */
  readonly condensed?: Condensed | undefined
}

/** A view that is written is told; also after a crash in between. */
export const successEvents = ({ compactionId, report, message, condensed }: Success): readonly EventMsg[] => [
  { type: 'context_compacted', compaction_id: compactionId, report, message },
  ...heldEvents(report),
  ...microEvents(report),
  {
    type: 'compact_completed',
    pre_compact_tokens: report.tokens_before,
    post_compact_tokens: report.tokens_after,
    compaction_input_tokens: condensed?.inputTokens ?? 0,
    compaction_output_tokens: condensed?.outputTokens ?? 0,
    files_restored: report.restored ?? 0,
    duration_ms: report.duration_ms,
    strategy: report.strategy,
  },
]

const heldEvents = ({ held_by, tokens_after, headroom }: CompactionReport): readonly EventMsg[] =>
  held_by === undefined
    ? []
    : [
        {
          type: 'compact_threshold_exceeded',
          post_compact_tokens: tokens_after,
          threshold: tokens_after + headroom,
          held_by,
        },
      ]

const microEvents = (report: CompactionReport): readonly EventMsg[] =>
  report.strategy === 'micro'
    ? [
        {
          type: 'micro_compact_completed',
          tools_compacted: report.cleared,
          tokens_saved: Math.max(0, report.tokens_before - report.tokens_after),
          duration_ms: report.duration_ms,
        },
      ]
    : []

const failureEvents = (deps: FlightDeps, flight: Flight, refusal: PlanRefusal): readonly EventMsg[] => {
  const { before, inFlight } = flight
  const { reason, message, held_by } = refusal
  const holds: readonly EventMsg[] =
    held_by === undefined
      ? []
      : [
          {
            type: 'compact_threshold_exceeded',
            post_compact_tokens: before,
            threshold: thresholdTokens(deps.settings, usageOf(deps.gauge())),
            held_by: held_by.map((part) => ({ ...part })),
          },
        ]
  return [...holds, { type: 'compact_failed', compaction_id: inFlight.compactionId, reason, error_message: message }]
}
