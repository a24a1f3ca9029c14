/** What is examined, as the examiner sees it: events in, text out. A model, ours or another's, plugs in here. */
import type { ItemId } from '@rawr/protocol'
import type { CountTokens, Cut } from '../probes/cut.ts'
import type { SessionEvent } from '../probes/normal-form.ts'
import type { Probe } from '../probes/probe.ts'
import type { ReadOutput } from '../probes/read-output.ts'
import type { SourceIndex } from '../probes/source-index.ts'

export type CompactorInput = {
  readonly events: readonly SessionEvent[]
  /** Of everything the text holds: labels, pins and tail too. */
  readonly budgetTokens: number
  readonly count: CountTokens
  readonly pins: readonly string[]
  /** What this compactor wrote at an earlier cut; absent at the first one. Whoever keeps the archive may ignore it. */
  readonly prior?: { readonly text: string; readonly events: number }
}

export type CompactorOutput = {
  readonly text: string
  /** Items the text was taken from, as far as the compactor can tell. */
  readonly provenance: readonly ItemId[]
  /** Zero for whoever asks no model. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
}

export type Compactor = {
  readonly name: string
  readonly compact: (input: CompactorInput) => Promise<CompactorOutput>
}

/** Answers a probe from a compacted text alone: lexically here, by a reading model elsewhere. */
export type Answerer = {
  readonly name: string
  readonly answer: (probe: Probe, output: ReadOutput) => Promise<boolean>
}

/** What only a cheat or a recording may know. */
export type Sight = {
  readonly cut: Cut
  readonly index: SourceIndex
  readonly isCommon: (key: string) => boolean
  /** Keys the future will ask for. */
  readonly needed: ReadonlySet<string>
  /** Pairs the future will ask for, as {@link pairSlot} writes them. */
  readonly neededPairs: ReadonlySet<string>
  /** A recorded summary of another session. */
  readonly foreignSummary?: string
}

export type Arm = {
  readonly name: string
  /** `cheat`: shows what a metric is worth; nothing it scores is a claim. */
  readonly nature: 'recorded' | 'baseline' | 'reference' | 'cheat' | 'product'
  /** `null` where there is nothing to examine, as without a recorded summary. */
  readonly compactorFor: (sight: Sight) => Compactor | null
}

const NOTHING_USED = { inputTokens: 0, outputTokens: 0 } as const

export type OfflineText = { readonly text: string; readonly provenance?: readonly ItemId[] }

/** A compactor that asks no model and answers at once. */
export const offline = (name: string, compact: (input: CompactorInput) => OfflineText): Compactor => ({
  name,
  compact: async (input) => {
    const { text, provenance = [] } = compact(input)
    return { text, provenance, usage: NOTHING_USED }
  },
})

/** An arm that knows no more than any compactor. */
export const arm = (nature: Arm['nature'], compactor: Compactor): Arm => ({
  name: compactor.name,
  nature,
  compactorFor: () => compactor,
})
