/** `@rawr/lab/recall`: the examiner. What does a compaction keep? Knows no compactor but by the text it gives. */

export type { CountTokens } from '../probes/cut.ts'
export { isShown, type SessionEvent } from '../probes/normal-form.ts'
export { type LinesOf, oracleOn } from './arms/extraction.ts'
export { type Estimate, estimate } from './bootstrap.ts'
export {
  type Answerer,
  type Arm,
  arm,
  type Compactor,
  type CompactorInput,
  type CompactorOutput,
  offline,
  type Sight,
} from './compactor.ts'
export { countOnce } from './count-once.ts'
export { type Curve, curveSvg } from './curve-svg.ts'
export { type Drawn, drawProbes, type Quote } from './draw.ts'
export type { Row, Score } from './examine.ts'
export { goldenLines } from './golden-lines.ts'
export { houseArms, type RecallRun, runRecall, TRACKS, type TrackName } from './run-recall.ts'
export { type RecordedSession, type SessionSet, sessionSet, splitOf } from './session-set.ts'
export { areaSamples, difference, figure, rowsOf } from './summarise.ts'
export { budgetTable, figureText, metricTable, short } from './table.ts'
