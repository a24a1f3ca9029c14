/** Plans a compaction of the session as it stands: free, and it changes nothing. */
import {
  type CompactionPlan,
  type FileText,
  type PlanInput,
  type PlanRefusal,
  planClearing,
  planCompaction,
} from '@rawr/compaction'
import { builtInLimit, effectivePolicy, emergencyThresholdTokens, outputReserve } from '@rawr/policy'
import {
  type CompactionId,
  type CompactOptions,
  type ContextUsage,
  err,
  type Result,
  type Settings,
  type Tokens,
  type Trigger,
} from '@rawr/protocol'
import { stampItem } from '../engine/item-draft.ts'
import { type Gauge, usageOf } from '../engine/limits.ts'
import { pickStrategy } from '../engine/pick-strategy.ts'
import type { Clock } from '../ports/clock.ts'
import type { Condensed } from './condense.ts'
import { contextDrafts } from './context.ts'
import type { ThreadRecord } from './record.ts'
import type { InitialContext } from './session-deps.ts'

export type PlanDeps = {
  readonly record: ThreadRecord
  readonly gauge: () => Gauge
  readonly settings: Settings
  readonly cwd: string
  readonly clock: Clock
  readonly modelAvailable: boolean
}

export type PlanRequest = {
  readonly compactionId: CompactionId
  readonly trigger: Trigger
  readonly options: CompactOptions
  readonly midTurn: boolean
  /** What the running turn hands over to itself; `null`: nothing. */
  readonly handoff: string | null
  readonly context: InitialContext
  /** A model's words, or why there are none; absent where none were asked for. */
  readonly condensed?: Condensed
  /** What may stand behind a full summary, as it is on the disk. */
  readonly restored?: readonly FileText[]
}

export const drawPlan = (deps: PlanDeps, request: PlanRequest): Result<CompactionPlan, PlanRefusal> => {
  const { micro_compact } = deps.settings.features
  return pickStrategy(deps.settings, request.options).strategy === 'micro' && !micro_compact
    ? err({ reason: 'rejected', message: 'Clearing tool results is off (features.micro_compact).' })
    : planCompaction(planInputOf(deps, request))
}

/** The first rung of `auto`, which needs nobody's words; `null` where it does not make room enough. */
export const drawClearing = (deps: PlanDeps, request: PlanRequest): CompactionPlan | null =>
  planClearing(planInputOf(deps, request))

export const planInputOf = (deps: PlanDeps, request: PlanRequest): PlanInput => {
  const { record, settings } = deps
  const gauge = deps.gauge()
  const usage = usageOf(gauge)
  const at = deps.clock.now()
  const { requested, strategy, why } = pickStrategy(settings, request.options)
  const { condensed } = request
  const notes = [why, condensed?.note].filter((note) => typeof note === 'string')
  return {
    history: record.history(),
    requested,
    trigger: request.trigger,
    options: request.options,
    settings: settings.compact,
    usage,
    outputReserve: outputReserve(gauge),
    thresholdTokens: thresholdTokens(settings, usage),
    contextItems: contextDrafts(request.context, deps).map((draft) =>
      stampItem(draft, { id: record.nextItemId(), at }),
    ),
    compactionId: request.compactionId,
    itemIds: record.nextItemId,
    at,
    midTurn: request.midTurn,
    modelAvailable: deps.modelAvailable,
    clearsFirst: settings.features.micro_compact && strategy === 'auto',
    ...(request.handoff === null ? {} : { handoff: request.handoff }),
    ...(request.restored === undefined ? {} : { restored: request.restored }),
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    ...(condensed?.narrative == null ? {} : { narrative: condensed.narrative }),
    ...(condensed?.why == null ? {} : { whyNoNarrative: condensed.why }),
    ...(condensed?.remoteContent === undefined ? {} : { remoteContent: condensed.remoteContent }),
  }
}

/** Where the next automatic compaction would begin: what L15's headroom is measured from. */
export const thresholdTokens = (settings: Settings, usage: ContextUsage): Tokens =>
  settings.features.rawr_auto_compaction
    ? emergencyThresholdTokens(effectivePolicy({ settings: settings.rawr_auto_compaction }), usage)
    : builtInLimit({ settings: settings.compact, windowTokens: usage.window_tokens })
