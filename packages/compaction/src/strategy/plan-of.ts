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
      ...(made.draft.narrative.length === 0 ? {} : { narrative: [...made.draft.narrative] }),
    },
    report,
    preview: made.draft.text,
    liveRequestCut: made.draft.liveCut !== null,
    missing: made.draft.missing,
  }
}

const reportOf = ({ input, prepared, made, rung, steps, before, after, threshold }: PlanParts): CompactionReport => {
  const reason = [
    input.note ?? null,
    whyExtractive(input),
    droppedLines(input),
    leftFiles(prepared),
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
    ...(made.restored === 0 ? {} : { restored: made.restored }),
    headroom: threshold - after,
    duration_ms: 0,
  }
}

const ranStrategy = ({ narrative, remoteContent }: PlanInput, { strategy }: Rung): CompactionReport['strategy'] => {
  if (strategy === 'hard_cut') return strategy
  if (remoteContent !== undefined) return 'remote'
  return narrative === undefined || narrative.strategy === 'narrative' ? strategy : narrative.strategy
}

const droppedLines = ({ narrative }: PlanInput): string | null =>
  narrative === undefined || narrative.dropped === 0
    ? null
    : `${narrative.dropped} lines of the model's answer were not true of the past and were dropped`

/** Why another strategy ran than was asked for; `null` where none did. */
const whyExtractive = (input: PlanInput): string | null => {
  const { requested, modelAvailable, narrative, whyNoNarrative, remoteContent } = input
  if (narrative?.strategy === 'narrative') return "with a model's narrative behind the facts"
  if (requested === 'extractive' || narrative !== undefined || remoteContent !== undefined) return null
  if (whyNoNarrative !== undefined) return `no words of a model: ${whyNoNarrative}`
  return modelAvailable ? 'no model was asked' : 'no model is configured or reachable'
}

const leftFiles = ({ keep: { left } }: Prepared): string | null =>
  left.length === 0
    ? null
    : `no room to keep ${left.slice(0, LISTED_MAX).join(', ')}${left.length > LISTED_MAX ? ' …' : ''}`

const LISTED_MAX = 4
