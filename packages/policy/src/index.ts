/** `@rawr/policy`: when to compact, and why. Pure; imports the protocol and nothing else. */
export { asksUser } from './asks-user.ts'
export { type Boundaries, boundariesOf } from './boundaries.ts'
export { type Breaker, breakerAfter, type CompactionOutcome, emptyBreaker, type Fullness, isOpen } from './breaker.ts'
export { type BuiltInLimit, builtInLimit, type GaugeState, gaugeState, warningTokens } from './built-in-limit.ts'
export { contextUsage, effectiveTokens, outputReserve, type Pressure, type WindowLimits } from './context-pressure.ts'
export { CACHE_TTL_MS, type CostQuestion, compactionCost, isWorthIt } from './cost-model.ts'
export { decide } from './decide.ts'
export { decisionInputs, isWorthNotes, type Observed } from './decision-inputs.ts'
export {
  addedBoundaries,
  effectivePolicy,
  type PolicyFrontmatter,
  type PolicySources,
  withFrontmatter,
} from './effective-policy.ts'
export { type Explained, explain } from './explain.ts'
export { type Expectation, expectedCost, foldPace, noPace, type Pace, viewTokens } from './pace.ts'
export { type Growth, isRearmed, rearmReference, tokensToRearm } from './rearm.ts'
export { roundTokens } from './round-tokens.ts'
export {
  heardIn,
  type LastMessage,
  type Phrases,
  type SemanticBoundary,
  semanticBoundaries,
} from './semantic-break.ts'
export { POINTS, POINTS_NEEDED } from './semantic-points.ts'
export { succeededCommands, type Words } from './shell-words.ts'
export { emptySignals, foldSignals, type ObservedBoundary, type Signals } from './signals.ts'
export { emergencyThresholdTokens, isFloorTooLarge, pickTier } from './tier.ts'
