/** An accepted attempt as the entry to log, the report and the preview. */
import { PROMPT_VERSION } from '@rawr/prompts'
import type { CompactionReport, Tokens } from '@rawr/protocol'
import type { Rung } from '../ladder.ts'
import type { CompactionPlan, PlanInput } from '../plan-input.ts'
import { anchorHash } from '../view/anchor.ts'
import type { Attempt } from './attempt.ts'
import type { Prepared } from './prepared.ts'

export type PlanParts = {
  readonly input: PlanInput
  readonly prepared: Prepared
  readonly made: Attempt
  readonly rung: Rung
  readonly steps: readonly string[]
  readonly before: Tokens
  readonly after: Tokens
  readonly threshold: Tokens
}

export const planOf = (parts: PlanParts): CompactionPlan => {
  const { input, prepared, made } = parts
  const report = reportOf(parts)
  return {
    entry: {
      id: input.compactionId,
      trigger: input.trigger,
      requested: input.requested,
      strategy: report.strategy,
      message: made.draft.text,
      tokens_before: report.tokens_before,
      tokens_after: report.tokens_after,
      view: made.view,
      anchor_hash: anchorHash(prepared.items),
      prompt_version: PROMPT_VERSION,
      duration_ms: 0,
      report,
    },
    report,
    preview: made.draft.text,
    liveRequestCut: made.draft.liveCut !== null,
    missing: made.draft.missing,
  }
}

const reportOf = ({ input, prepared, made, rung, steps, before, after, threshold }: PlanParts): CompactionReport => {
  const reason = [
    whyExtractive(input),
    droppedLines(input),
    ...(steps.length === 0 ? [] : [`too little room at first: ${steps.join(', ')}`]),
  ]
    .filter((text) => text !== null)
    .join('; ')
  return {
    compaction_id: input.compactionId,
    trigger: input.trigger,
    requested: input.requested,
    strategy: ranStrategy(input, rung),
    ...(reason === '' ? {} : { reason }),
    tokens_before: before,
    tokens_after: after,
    estimate: input.count === undefined ? 'divisors' : 'tokenizer',
    kept: made.kept,
    cleared: made.cleared,
    archived: prepared.items.length - made.kept - made.cleared,
    pinned: prepared.pinned.length,
    headroom: threshold - after,
    duration_ms: 0,
  }
}

const ranStrategy = ({ narrative }: PlanInput, { strategy }: Rung): CompactionReport['strategy'] =>
  strategy === 'extractive' && narrative !== undefined ? narrative.strategy : strategy

const droppedLines = ({ narrative }: PlanInput): string | null =>
  narrative === undefined || narrative.dropped === 0
    ? null
    : `${narrative.dropped} lines of the model's answer were not true of the past and were dropped`

/** Why another strategy ran than was asked for; `null` where none did. */
const whyExtractive = ({ requested, modelAvailable, narrative, whyNoNarrative }: PlanInput): string | null => {
  if (requested === 'extractive' || requested === narrative?.strategy) return null
  if (whyNoNarrative !== undefined) return `no words of a model: ${whyNoNarrative}`
  return modelAvailable ? `${requested} is not available in this version` : 'no model is configured or reachable'
}
