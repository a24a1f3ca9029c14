/** All tracks in order, each with the arms it is about. Rows come out as they are made; nothing is averaged here. */
import type { CountTokens } from '../probes/cut.ts'
import { bagOfEntities, dressedPairs, keyPartnerPairs, otherSummary, randomLines, wholePast } from './arms/cheats.ts'
import { coverage, oracle } from './arms/extraction.ts'
import { ranked } from './arms/ranked.ts'
import { recordedSummary } from './arms/recorded.ts'
import { snapshotTail } from './arms/snapshot.ts'
import { maskingTail, tail, usersOnly, usersTail } from './arms/tail.ts'
import { type Arm, arm } from './compactor.ts'
import type { Row } from './examine.ts'
import type { SessionSet } from './session-set.ts'
import { runDrift, withoutArchive } from './tracks/drift.ts'
import { runInjected } from './tracks/injected.ts'
import { runLedger } from './tracks/ledger.ts'
import { runFuture, runRecorded } from './tracks/recorded-and-future.ts'
import { runStability } from './tracks/stability.ts'
import { plainVerifier, runVerifier, type Verifier } from './tracks/verifier.ts'

const baselines: readonly Arm[] = [usersOnly, tail, maskingTail, usersTail, ranked, snapshotTail].map((compactor) =>
  arm('baseline', compactor),
)

const cheats: readonly Arm[] = [
  bagOfEntities,
  keyPartnerPairs,
  dressedPairs,
  randomLines,
  oracle,
  otherSummary,
  wholePast,
]

/** All arms that are built here; the product's come from outside. */
export const houseArms: readonly Arm[] = [recordedSummary, ...baselines, coverage, ...cheats]

export const TRACKS = ['R', 'F', 'L', 'D', 'P', 'I', 'V'] as const
/** `L` brings the rows of U with it, and `P` those of X. */
export type TrackName = (typeof TRACKS)[number]

export type RecallRun = {
  readonly set: SessionSet
  readonly arms: readonly Arm[]
  readonly tracks: readonly TrackName[]
  readonly count: CountTokens
  readonly verifier?: Verifier
  readonly onTrack?: (track: TrackName, rows: number) => void
}

export const runRecall = async ({ onTrack, tracks, ...run }: RecallRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const track of TRACKS.filter((name) => tracks.includes(name))) {
    const made = await runTrack(track, run)
    rows.push(...made)
    onTrack?.(track, made.length)
  }
  return rows
}

type Run = Omit<RecallRun, 'tracks' | 'onTrack'>

const runTrack = (track: TrackName, run: Run): Promise<readonly Row[]> => {
  // Whoever could be shipped, and nobody else: a cheat proves nothing about drift or pins.
  const honest = { ...run, arms: run.arms.filter(({ nature }) => nature !== 'cheat' && nature !== 'recorded') }
  switch (track) {
    case 'F':
      return runFuture(run)
    case 'R':
      return runRecorded(run)
    case 'L':
      return runLedger(honest)
    case 'D':
      return runDrift({ ...honest, arms: chainable(honest.arms), archived: honest.arms.filter(keepsAnArchive) })
    case 'P':
      return runInjected(honest)
    case 'I':
      return runStability(honest)
    case 'V':
      return runVerifier({
        ...honest,
        arms: honest.arms.filter(keepsAnArchive),
        verifier: run.verifier ?? plainVerifier,
      })
  }
}

const keepsAnArchive = ({ nature }: Arm): boolean => nature === 'reference' || nature === 'product'

/** From its own output; not the two whose text is nothing to go on from. */
const chainable = (arms: readonly Arm[]): readonly Arm[] =>
  arms.filter(({ name }) => name !== ranked.name && name !== usersOnly.name).map(withoutArchive)
