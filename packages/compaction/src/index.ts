/** `@rawr/compaction`: history as algebra, token accounting, and the deterministic extractor. Pure. */
export { viewTokensMax } from './budget.ts'
export { type CompactedItems, type CompactItemsOptions, compact } from './compact.ts'
export { completionLine } from './completion-line.ts'
export { EXTRACT_STEPS, type ExtractStep } from './extract/steps.ts'
export { type Group, groupsOf, legalCuts } from './history/groups.ts'
export {
  activeCompaction,
  allItems,
  appendItem,
  applyLine,
  emptyHistory,
  type History,
  historyCounting,
  historyFromLines,
  itemCount,
  type LoggedCompaction,
  turnCount,
  visibleItems,
  visibleTokens,
} from './history/history.ts'
export { repairPairs } from './history/repair.ts'
export { askNarrative } from './narrative/ask.ts'
export { type Past, pastOf } from './narrative/past.ts'
export {
  ANSWER_TOKENS_MAX,
  type BadAnswer,
  type ModelAnswer,
  type Narrative,
  readAnswer,
} from './narrative/read-answer.ts'
export { type PinRefusal, pinFor, pinNamed } from './pin-target.ts'
export { type PinsWeight, weighPins } from './pins.ts'
export { planClearing, planCompaction } from './plan.ts'
export type { CompactionPlan, FileText, PlanInput, PlanRefusal } from './plan-input.ts'
export { readAhead } from './read-ahead.ts'
export { renderContext } from './render-context.ts'
export { filesToRestore, type RestoreWish } from './restore.ts'
export { type SnapshotFacts, snapshotOf } from './snapshot.ts'
export { isUntouched, type Splice, splicePlan } from './splice.ts'
export type { TextKind } from './tokens/classes.ts'
export { cutMiddle, type MiddleCut } from './tokens/cut-middle.ts'
export { DEFAULT_RATES, estimateItem, estimateText, type TokenRates } from './tokens/estimate.ts'
export { countExactly, type ExactCount, loadExactCount } from './tokens/referee.ts'
export { changedUnder } from './view/anchor.ts'
export { compactionsSince, redoCompaction, type UndoRefusal, undoCompaction } from './view/undo.ts'
