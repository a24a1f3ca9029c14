/** Why no view was good enough, and what holds the room. */
import type { HeldPart, HistoryItem } from '@rawr/protocol'
import { pinText } from '../pin-target.ts'
import { weighPins } from '../pins.ts'
import type { PlanInput, PlanRefusal } from '../plan-input.ts'
import { estimateItem } from '../tokens/estimate.ts'
import { fixedParts, INSTRUCTIONS, PINS, weighed } from './held-by.ts'
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
  const listed = isPins ? `${message} Pinned are ${pinList(input)}.` : message
  return { reason: isPins ? 'pins_too_large' : 'rejected', message: listed, held_by: held }
}

/** Largest first, and no more than a person reads. */
const pinList = ({ history }: PlanInput): string => {
  const { pins } = weighPins(history)
  const largest = pins.toSorted((a, b) => b.tokens - a.tokens).slice(0, LISTED_MAX)
  const more = pins.length - largest.length
  const text = largest.map(({ pin, tokens }) => `${pinText(pin)} (${tokens} tokens)`).join(', ')
  return more > 0 ? `${text} and ${more} more` : text
}

const LISTED_MAX = 8

/** Largest first. */
const heldBy = (input: PlanInput, { items, live, pinned }: Prepared): readonly HeldPart[] => {
  const cost = (position: number): number => estimateItem(items[position] as HistoryItem, input.history.shared.rates)
  return weighed([
    ...fixedParts(input),
    { what: 'the live request', tokens: live === null || pinned.includes(live) ? 0 : cost(live) },
  ])
}
