import { expect, test } from 'vitest'
import { arm, offline } from '../compactor.ts'
import { recordedCutsOf, sessionSet } from '../session-set.ts'
import { syntheticSession } from '../synthetic.ts'
import { askRecorded, groundOf, runFuture, runRecorded, sightOf } from './recorded-and-future.ts'

const count = (text: string): number => text.length * 2
const set = sessionSet(
  ['a', 'b', 'c'].map((name) => ({ name, lines: syntheticSession({ seed: name, rounds: 30, compactAfter: 24 }) })),
)
const nothing = arm(
  'baseline',
  offline('nothing', () => ({ text: '' })),
)

test('at a recorded compaction everybody gets the tokens of the recorded summary', async () => {
  const rows = await runRecorded({ set, arms: [nothing], count })
  const budgets = recordedCutsOf(set, count).map(({ summary = '' }) => count(summary))
  expect(rows.map(({ budgetTokens }) => budgetTokens)).toEqual(budgets)
})

test('who keeps nothing answers nothing', async () => {
  for (const row of await runFuture({ set, arms: [nothing], count })) expect(row.answers).toMatch(/^0*$/)
})

test('sight tells what will be asked, and another session’s summary', () => {
  const [cut] = recordedCutsOf(set, count)
  if (cut === undefined) throw new Error('a recorded compaction was asked for')
  const ground = groundOf(set, cut)
  const sight = sightOf(set, ground)
  const keys = askRecorded(set, ground).flatMap(({ probe, metrics }) =>
    probe.kind === 'entity' && metrics.includes('future.entity') ? [probe.subject.key] : [],
  )
  expect(new Set(keys)).toEqual(sight.needed)
  expect(sight.foreignSummary).not.toBe(cut.summary)
})
