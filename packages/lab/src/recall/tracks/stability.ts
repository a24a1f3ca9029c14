/** Track I: is a compaction of a compaction the same, does the same past give the same bytes, does a small change stay small? */
import type { Cut } from '../../probes/cut.ts'
import { keyTextsIn } from '../../probes/keys.ts'
import type { Compactor } from '../compactor.ts'
import { summaryEvent } from '../event-of-text.ts'
import type { Row, Score } from '../examine.ts'
import { fitStart } from '../fit.ts'
import { hashOf } from '../random.ts'
import { futureCutsOf } from '../session-set.ts'
import { groundOf, sightOf, type TrackRun } from './recorded-and-future.ts'

const BUDGET_TOKENS = 3_000

export const runStability = async ({ set, arms, count }: TrackRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const cut of firstCuts(futureCutsOf(set, count))) {
    const sight = sightOf(set, groundOf(set, cut))
    for (const one of arms) {
      const compactor = one.compactorFor(sight)
      if (compactor === null) continue
      const text = await textOf(compactor, cut)
      const again = await textOf(compactor, cut)
      const twice = await textOf(compactor, { ...cut, past: [summaryEvent(text)] })
      const shifted = await textOf(compactor, { ...cut, past: cut.past.slice(1) })
      const keys = new Set(keyTextsIn(text))
      const answers = [...keys].map((key) => (keyTextsIn(twice).includes(key) ? '1' : '0')).join('')
      rows.push({
        track: 'I',
        session: cut.session,
        cut: cut.id,
        arm: one.name,
        budgetTokens: BUDGET_TOKENS,
        tokens: count(text),
        over: false,
        scores: {
          idempotent: kept(keys, twice),
          stable: kept(keys, shifted),
          deterministic: { hits: again === text ? 1 : 0, total: 1 },
        },
        answers,
        answersHash: hashOf(answers),
      })
    }
  }
  return rows

  async function textOf(compactor: Compactor, { past }: Pick<Cut, 'past'>): Promise<string> {
    // A copy of the list, so that nothing remembered of it makes the answer the same.
    const { text } = await compactor.compact({ events: [...past], budgetTokens: BUDGET_TOKENS, count, pins: [] })
    return fitStart(text, BUDGET_TOKENS, count).text
  }
}

/** One cut a session is enough for what does not depend on the future. */
const firstCuts = (cuts: readonly Cut[]): readonly Cut[] => [
  ...new Map(cuts.toReversed().map((cut) => [cut.session, cut])).values(),
]

const kept = (keys: ReadonlySet<string>, text: string): Score => {
  const after = new Set(keyTextsIn(text))
  return { hits: [...keys].filter((key) => after.has(key)).length, total: keys.size }
}
