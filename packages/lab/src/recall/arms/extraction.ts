/** The page's coverage extraction, as a reference; and the oracle, the same choice by one who knows what will be asked. */
import { pairSlot } from '../../probes/ask-pairs.ts'
import { keysIn } from '../../probes/keys.ts'
import { isShown, type SessionEvent } from '../../probes/normal-form.ts'
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

/** A pool of somebody's own: lines of an event, one text each. */
export type LinesOf = (event: SessionEvent) => readonly string[]

/** What could be kept at best by who chooses from these lines. */
export const oracleOn = (name: string, linesOf: LinesOf): Arm => oracleFrom(name, memoEvents(unitsFrom(linesOf)))

/** Each distinct text once, at its newest place, with the names the examiner finds on it. */
const unitsFrom =
  (linesOf: LinesOf) =>
  (events: readonly SessionEvent[]): readonly Unit[] => {
    const units = new Map<string, Unit>()
    for (const [place, event] of events.entries()) {
      if (!isShown(event)) continue
      for (const [line, text] of linesOf(event).entries()) {
        units.delete(text)
        units.set(text, { text, keys: [...new Set(keysIn(text).map((key) => key.text))], event: place, line })
      }
    }
    return [...units.values()]
  }

const oracleFrom = (name: string, poolOf: (events: readonly SessionEvent[]) => readonly Unit[]): Arm => ({
  name,
  nature: 'cheat',
  compactorFor: ({ needed, neededPairs }) => {
    const marked = memoEvents((events) => poolOf(events).map((unit) => withPairs(unit, neededPairs)))
    const weights = (key: string): number => (needed.has(key) ? 1 : neededPairs.has(key) ? PAIR_WEIGHT : 0)
    return offline(name, (input) =>
      withTail(input, chooseGreedily({ ...input, units: marked(input.events), weightOf: weights })),
    )
  },
})

export const oracle: Arm = oracleFrom('oracle on the same units', unitsOf)

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
