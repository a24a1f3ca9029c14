/**
 * How likely a name is needed again, by the page's five signs: user mention, frequency, use in calls, recency, rarity. Of the
 * reference arms and the cheats only; a small second version of what a product would tune.
 */
import type { KeyFacts, SourceIndex } from '../../probes/source-index.ts'

const WEIGHT = { user: 0.72, times: 0.68, call: 0.56, recency: 0.45, agent: 0.3 } as const
/** A name that most sessions have is worth this share. */
const COMMON_SHARE = 0.1

export const weightOf = (facts: KeyFacts, events: number, isCommon: boolean): number => {
  const age = events <= 1 ? 0 : (events - 1 - facts.last) / (events - 1)
  const weight =
    0.2 +
    (facts.byUser ? WEIGHT.user : 0) +
    WEIGHT.times * (Math.log2(1 + facts.count) / 3) +
    (facts.inCall ? WEIGHT.call : 0) +
    (facts.byAgent ? WEIGHT.agent : 0) +
    WEIGHT.recency * Math.exp(-2 * age)
  return isCommon ? weight * COMMON_SHARE : weight
}

export const rankedKeys = (
  index: SourceIndex,
  events: number,
  isCommon: (key: string) => boolean,
): readonly { readonly facts: KeyFacts; readonly weight: number }[] =>
  [...index.facts.values()]
    .map((facts) => ({ facts, weight: weightOf(facts, events, isCommon(facts.key)) }))
    .toSorted((a, b) => b.weight - a.weight || (a.facts.key < b.facts.key ? -1 : 1))
