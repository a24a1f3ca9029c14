/** Why no view was good enough, and what holds the room. */
import type { HistoryItem, Tokens } from '@rawr/protocol'
import type { PlanInput, PlanRefusal } from '../plan-input.ts'
import { estimateItem } from '../tokens/estimate.ts'
import type { Prepared } from './prepared.ts'

export type RefusalInput = { readonly input: PlanInput; readonly prepared: Prepared }

export const refusal = ({ input, prepared }: RefusalInput): PlanRefusal => {
  const held = heldBy(input, prepared)
  const [largest] = held
  const pins = held.find(({ what }) => what === PINS)
  const isPins = pins !== undefined && pins === held.find(({ what }) => what !== INSTRUCTIONS)
  const message =
    largest === undefined
      ? 'Even the smallest view leaves too little room.'
      : `Even the smallest view leaves too little room: ${held.map(({ what, tokens }) => `${what} ${tokens} tokens`).join(', ')}.`
  return { reason: isPins ? 'pins_too_large' : 'rejected', message, held_by: held }
}

const PINS = 'pins'
const INSTRUCTIONS = 'instructions and tool schemas'

/** Largest first. */
const heldBy = (
  { history, usage }: PlanInput,
  { items, live, pinned }: Prepared,
): readonly { readonly what: string; readonly tokens: Tokens }[] => {
  const cost = (position: number): number => estimateItem(items[position] as HistoryItem, history.shared.rates)
  return [
    { what: INSTRUCTIONS, tokens: usage.floor_tokens },
    { what: PINS, tokens: pinned.reduce((sum, position) => sum + cost(position), 0) },
    { what: 'the live request', tokens: live === null || pinned.includes(live) ? 0 : cost(live) },
  ]
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
}
