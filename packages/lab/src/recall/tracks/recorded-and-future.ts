/** Tracks F and R: what the agent used next, at cuts nobody summarised, and at cuts where a model did. */
import { type Asked, askFuture, type Ground, neededKeys } from '../../probes/ask-future.ts'
import { askLedger } from '../../probes/ask-ledger.ts'
import { askPairs, neededPairs } from '../../probes/ask-pairs.ts'
import type { CountTokens, Cut } from '../../probes/cut.ts'
import { spellingsOf } from '../../probes/found.ts'
import { factLedger } from '../../probes/ledger.ts'
import { sourceIndex } from '../../probes/source-index.ts'
import type { Arm, Sight } from '../compactor.ts'
import { examine, type Row } from '../examine.ts'
import { decoysFor, foreignSummaryOf, futureCutsOf, recordedCutsOf, type SessionSet } from '../session-set.ts'

export type TrackRun = { readonly set: SessionSet; readonly arms: readonly Arm[]; readonly count: CountTokens }

const BUDGETS = [1_000, 2_000, 4_000, 8_000, 16_000] as const

export const runFuture = async ({ set, arms, count }: TrackRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const cut of futureCutsOf(set, count)) {
    const ground = groundOf(set, cut)
    const asked = [...askFuture(ground), ...askPairs(ground), ...askDecoys(set, ground)]
    rows.push(...(await examine({ track: 'F', sight: sightOf(set, ground), asked, arms, budgets: BUDGETS, count })))
  }
  return rows
}

/** At the tokens of the recorded summary, and nothing else: all arms get what the model took. */
export const runRecorded = async ({ set, arms, count }: TrackRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const cut of recordedCutsOf(set, count)) {
    const ground = groundOf(set, cut)
    const budgets = [count(cut.summary ?? '')]
    const asked = askRecorded(set, ground)
    rows.push(...(await examine({ track: 'R', sight: sightOf(set, ground), asked, arms, budgets, count })))
  }
  return rows
}

/** All that is asked at a recorded compaction. */
export const askRecorded = (set: SessionSet, ground: Ground): readonly Asked[] => [
  ...askFuture(ground),
  ...askPairs(ground),
  ...askLedger(ground, factLedger(ground.cut.past)),
  ...askDecoys(set, ground),
]

export const groundOf = (set: SessionSet, cut: Cut): Ground => ({
  cut,
  index: sourceIndex(cut.past),
  isCommon: set.isCommon,
})

export const sightOf = (set: SessionSet, ground: Ground): Sight => {
  const foreignSummary = foreignSummaryOf(set, ground.cut.session)
  return {
    ...ground,
    needed: new Set(neededKeys(ground).map(({ key }) => key)),
    neededPairs: neededPairs(ground),
    ...(foreignSummary === undefined ? {} : { foreignSummary }),
  }
}

const askDecoys = (set: SessionSet, { cut, index }: Ground): readonly Asked[] => {
  const source = cut.past.at(-1)?.id
  if (source === undefined) return []
  return decoysFor(set, cut.session).map((key) => ({
    // A decoy's base name may be a real one here: it is asked whole.
    probe: { kind: 'decoy', id: `decoy:${key}`, source, subject: { key, spellings: spellingsOf(key, EMPTY) } },
    metrics: index.facts.has(key) ? [] : ['decoys'],
  }))
}

const EMPTY: ReadonlySet<string> = new Set()
