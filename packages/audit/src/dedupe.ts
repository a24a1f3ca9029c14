/**
 * Which of the shadow arbiter's records are worth a line: those under pressure, once as the tier rises, and the first
 * one after a compaction. Real decisions are never dropped.
 */
import type { DecisionRecord, Tier } from '@rawr/protocol'

/** The most pressing tier written since the last compaction; `null`: none yet. `fresh`: a compaction just ended. */
export type ShadowMemory = { readonly tier: Tier | null; readonly afterCompaction: 'fresh' | 'written' }

export const emptyShadow: ShadowMemory = { tier: null, afterCompaction: 'written' }

export const shadowAfterCompaction: ShadowMemory = { tier: null, afterCompaction: 'fresh' }

const PRESSURE: Readonly<Record<Tier, number>> = { early: 1, ready: 2, asap: 3, emergency: 4 }

export type Sifted = { readonly isKept: boolean; readonly memory: ShadowMemory }

export const siftShadow = (memory: ShadowMemory, { actor, decision }: DecisionRecord): Sifted => {
  if (actor !== 'shadow') return { isKept: true, memory }
  const tier = decision.tier ?? null
  const isRising = tier !== null && (memory.tier === null || PRESSURE[tier] > PRESSURE[memory.tier])
  if (!isRising && memory.afterCompaction === 'written') return { isKept: false, memory }
  return { isKept: true, memory: { tier: isRising ? tier : memory.tier, afterCompaction: 'written' } }
}
