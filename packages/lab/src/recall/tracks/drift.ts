/** Track D: what is left of a long session after one, two, five and ten compactions at growing cuts. */
import { askFuture } from '../../probes/ask-future.ts'
import { askPairs } from '../../probes/ask-pairs.ts'
import { type CountTokens, cutAt, eventTokens, legalCut } from '../../probes/cut.ts'
import { isShown, type SessionEvent } from '../../probes/normal-form.ts'
import type { Arm, Compactor, CompactorInput, CompactorOutput } from '../compactor.ts'
import { summaryEvent } from '../event-of-text.ts'
import { examine, type Row } from '../examine.ts'
import { fitStart } from '../fit.ts'
import type { SessionOfSet } from '../session-set.ts'
import { groundOf, sightOf, type TrackRun } from './recorded-and-future.ts'

const CYCLES = [1, 2, 5, 10] as const
const SESSION_TOKENS_MIN = 70_000
/** The last quarter asks. */
const PAST_SHARE = 0.75
const BUDGET_TOKENS = 3_000

type DriftRun = TrackRun & {
  /** Arms that choose from the whole past each time: what they write does not depend on what they wrote before. */
  readonly archived: readonly Arm[]
}

export const runDrift = async ({ set, arms, archived, count }: DriftRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const session of set.sessions) {
    const events = wholeSession(session)
    const total = events.reduce((sum, event) => sum + eventTokens(event, count), 0)
    if (total < SESSION_TOKENS_MIN) continue
    const at = legalCut(events, placeOfShare(events, PAST_SHARE, count))
    const place = { session: session.name, stretch: 0, count }
    const cut = cutAt(events, at, { ...place, id: `${session.name}/whole@75` })
    const ground = groundOf(set, cut)
    const asked = [...askFuture(ground), ...askPairs(ground)]
    for (const cycles of CYCLES) {
      const chains = [...(cycles === 1 ? archived : []), ...arms.map((one) => chainedArm(one, cycles, count))]
      const sight = sightOf(set, ground)
      rows.push(
        ...(await examine({ track: `D${cycles}`, sight, asked, arms: chains, budgets: [BUDGET_TOKENS], count })),
      )
    }
  }
  return rows
}

/** All that happened, without what recorded compactions put in its place. */
const wholeSession = ({ stretches }: SessionOfSet): readonly SessionEvent[] => {
  const seen = new Set<string>()
  return stretches
    .flatMap(({ events }) => events)
    .filter((event) => isShown(event) && event.kind !== 'summary' && !seen.has(event.id) && seen.add(event.id))
}

const placeOfShare = (events: readonly SessionEvent[], share: number, count: CountTokens): number => {
  const total = events.reduce((sum, event) => sum + eventTokens(event, count), 0)
  let sum = 0
  const at = events.findIndex((event) => {
    sum += eventTokens(event, count)
    return sum > total * share
  })
  return at === -1 ? events.length : at
}

/** The same arm, asked at growing cuts, each time with what it wrote before. */
export const chainedArm = (one: Arm, cycles: number, count: CountTokens): Arm => ({
  ...one,
  compactorFor: (sight) => {
    const compactor = one.compactorFor(sight)
    return compactor === null ? null : { name: one.name, compact: (input) => chain(compactor, input, cycles, count) }
  },
})

const chain = async (
  compactor: Compactor,
  input: CompactorInput,
  cycles: number,
  count: CountTokens,
): Promise<CompactorOutput> => {
  let prior: CompactorInput['prior']
  let output: CompactorOutput = { text: '', provenance: [], usage: { inputTokens: 0, outputTokens: 0 } }
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const to =
      cycle === cycles ? input.events.length : legalCut(input.events, placeOfShare(input.events, cycle / cycles, count))
    output = await compactor.compact({
      ...input,
      events: to === input.events.length ? input.events : input.events.slice(0, to),
      ...(prior === undefined ? {} : { prior }),
    })
    prior = { text: fitStart(output.text, input.budgetTokens, count).text, events: to }
  }
  return output
}

/** For whoever keeps no archive: its own last text, and what came since, is all there is. */
export const withoutArchive = (one: Arm): Arm => ({
  ...one,
  name: `${one.name}, from its own output`,
  compactorFor: (sight) => {
    const compactor = one.compactorFor(sight)
    if (compactor === null) return null
    return {
      name: `${one.name}, from its own output`,
      compact: ({ prior, ...input }) =>
        compactor.compact(
          prior === undefined
            ? input
            : { ...input, events: [summaryEvent(prior.text), ...input.events.slice(prior.events)] },
        ),
    }
  },
})
