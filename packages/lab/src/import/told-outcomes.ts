/** Outcomes that another record tells than the result itself, before it or after it. */
import type { ItemId } from '@rawr/protocol'
import type { ItemLog, Outcome } from './item-log.ts'

export type ToldOutcomes = {
  readonly result: (callId: string, id: ItemId) => void
  readonly tell: (callId: string | undefined, outcome: Outcome) => void
}

/** A result and what is told of it stand close together. */
const OPEN_MAX = 1_000

export const createToldOutcomes = (log: ItemLog): ToldOutcomes => {
  const results = new Map<string, ItemId>()
  const told = new Map<string, Outcome>()
  const join = (callId: string): void => {
    const id = results.get(callId)
    const outcome = told.get(callId)
    if (id !== undefined && outcome !== undefined) log.setOutcome(id, outcome)
  }
  return {
    result: (callId, id) => {
      set(results, callId, id)
      join(callId)
    },
    tell: (callId, outcome) => {
      if (callId === undefined) return
      set(told, callId, outcome)
      join(callId)
    },
  }
}

const set = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
  const [oldest] = map.size >= OPEN_MAX ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
