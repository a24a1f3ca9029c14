/** Tracks L and U: the typed facts of the past, and whether of a value that changed only the newest is told as current. */
import { askLedger, askValues } from '../../probes/ask-ledger.ts'
import { grade, valueGrade } from '../../probes/grade.ts'
import { factLedger } from '../../probes/ledger.ts'
import { readOutput } from '../../probes/read-output.ts'
import { examine, type Row } from '../examine.ts'
import { fitStart } from '../fit.ts'
import { hashOf } from '../random.ts'
import { futureCutsOf } from '../session-set.ts'
import { groundOf, sightOf, type TrackRun } from './recorded-and-future.ts'

const BUDGET_TOKENS = 4_000

export const runLedger = async ({ set, arms, count }: TrackRun): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const cut of futureCutsOf(set, count)) {
    const ground = groundOf(set, cut)
    const sight = sightOf(set, ground)
    const ledger = factLedger(cut.past)
    const asked = askLedger(ground, ledger)
    rows.push(...(await examine({ track: 'L', sight, asked, arms, budgets: [BUDGET_TOKENS], count })))
    const values = askValues(ledger)
    if (values.length === 0) continue
    for (const one of arms) {
      const compactor = one.compactorFor(sight)
      if (compactor === null) continue
      const { text } = await compactor.compact({ events: cut.past, budgetTokens: BUDGET_TOKENS, count, pins: [] })
      const fitted = fitStart(text, BUDGET_TOKENS, count)
      const output = readOutput(fitted.text)
      const grades = values.flatMap(({ probe }) => (probe.kind === 'value' ? [valueGrade(probe, output)] : []))
      const bits = values.map(({ probe }) => (grade(probe, output) ? '1' : '0')).join('')
      const share = (wanted: string) => ({
        hits: grades.filter((found) => found === wanted).length,
        total: grades.length,
      })
      rows.push({
        track: 'U',
        session: cut.session,
        cut: cut.id,
        arm: one.name,
        budgetTokens: BUDGET_TOKENS,
        tokens: fitted.tokens,
        over: fitted.cut,
        scores: { values: share('current'), stale: share('stale'), contradiction: share('both') },
        answers: bits,
        answersHash: hashOf(bits),
      })
    }
  }
  return rows
}
