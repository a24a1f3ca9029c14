/** The page's coverage extraction, as a reference; and the oracle, the same choice by one who knows what will be asked. */
import { pairSlot } from '../../probes/ask-pairs.ts'
import { sourceIndex } from '../../probes/source-index.ts'
import { SAID_WORDS_MIN, wordsSaid } from '../../probes/statement.ts'
import { type Arm, type CompactorInput, type OfflineText, offline } from '../compactor.ts'
import { memoEvents } from '../memo-events.ts'
import { type Unit, unitsOf } from '../units.ts'
import { chooseGreedily } from './greedy.ts'
import { tailText } from './tail.ts'
import { weightOf } from './weights.ts'

export const coverage: Arm = {
  name: 'coverage + tail',
  nature: 'reference',
  compactorFor: () =>
    offline('coverage + tail', (input) => {
      const { facts } = indexOf(input.events)
      const weights = (key: string): number => {
        const known = facts.get(key)
        return known === undefined ? 0 : weightOf(known, input.events.length, false)
      }
      return withTail(input, chooseGreedily({ ...input, units: unitsOf(input.events), weightOf: weights }))
    }),
}

const indexOf = memoEvents(sourceIndex)

/** A name alone is worth less than what was said of it. */
const PAIR_WEIGHT = 3

export const oracle: Arm = {
  name: 'oracle on the same units',
  nature: 'cheat',
  compactorFor: ({ needed, neededPairs }) => {
    const marked = memoEvents((events) => unitsOf(events).map((unit) => withPairs(unit, neededPairs)))
    const weights = (key: string): number => (needed.has(key) ? 1 : neededPairs.has(key) ? PAIR_WEIGHT : 0)
    return offline('oracle on the same units', (input) =>
      withTail(input, chooseGreedily({ ...input, units: marked(input.events), weightOf: weights })),
    )
  },
}

/** The pairs on the line count as keys of their own. A line that says nothing of them does not state them. */
const withPairs = (unit: Unit, wanted: ReadonlySet<string>): Unit => {
  if (unit.keys.length < 2 || wordsSaid(unit.text).length < SAID_WORDS_MIN) return unit
  const slots = unit.keys.flatMap((a, at) => unit.keys.slice(at + 1).map((b) => pairSlot(a, b)))
  return { ...unit, keys: [...unit.keys, ...slots.filter((slot) => wanted.has(slot))] }
}

/** What room is left when nothing new can be said goes to the newest lines. */
const withTail = ({ events, budgetTokens, count }: CompactorInput, chosen: readonly Unit[]): OfflineText => {
  const text = chosen.map((unit) => unit.text).join('\n')
  const room = budgetTokens - count(text) - 1
  const tail = room > TAIL_TOKENS_MIN ? tailText(events, room, count) : ''
  return {
    text: tail === '' ? text : `${text}\n${tail}`,
    provenance: [...new Set(chosen.flatMap(({ event }) => events[event]?.id ?? []))],
  }
}

const TAIL_TOKENS_MIN = 20
