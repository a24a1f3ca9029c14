/** Outcomes that another record tells than the result itself, before it or after it. */
import type { ItemId } from '@rawr/protocol'
import type { ItemLog, Outcome } from './item-log.ts'

export type ToldOutcomes = {
  readonly result: (callId: string, id: ItemId) => void
  readonly tell: (callId: string | undefined, outcome: Outcome) => void
}

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
      results.set(callId, id)
      join(callId)
    },
    tell: (callId, outcome) => {
      if (callId === undefined) return
      told.set(callId, outcome)
      join(callId)
    },
  }
}
