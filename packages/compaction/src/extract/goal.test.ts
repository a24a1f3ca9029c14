import { expect, test } from 'vitest'
import { ledgerOf } from '../ledger/ledger.ts'
import { call, type Draft, historyWith, result, say, user } from '../testing/items.ts'
import { goalOf } from './goal.ts'
import { unitsOf } from './units.ts'

const wanted = (drafts: readonly Draft[]): readonly string[] => {
  const history = historyWith(drafts)
  const units = unitsOf(history, { isLossless: true })
  const goal = goalOf(ledgerOf(history), units)
  return units.flatMap((unit) => goal.wordsOf(unit).map((word) => `${word} @${unit.position}`))
}

test('the goal is in the newest order and in the open steps of the plan', () => {
  expect(
    wanted([
      user('Rewrite the lexer in src/lex.ts.'),
      call('1', 'update_plan', {
        plan: [
          { step: 'tidy imports', status: 'completed' },
          { step: 'measure throughput', status: 'pending' },
        ],
      }),
      result('1', 'ok'),
      say('The imports in src/a.ts are tidy. The throughput of src/b.ts is low because of readNext.'),
      user('Now make the parser in src/parse.ts faster.'),
    ]),
  ).toEqual(['throughput @3', 'parser @4', 'parse @4', 'faster @4'])
})

test('a rare word weighs more than one that is everywhere', () => {
  const history = historyWith([
    say(Array.from({ length: 30 }, (_, index) => `The parser reads file_${index}. `).join('')),
    say('The throughput of file_1 fell.'),
    user('Look at the parser and its throughput.'),
  ])
  const goal = goalOf(ledgerOf(history), unitsOf(history, { isLossless: true }))
  expect(goal.weightOf('throughput')).toBeGreaterThan(goal.weightOf('parser'))
})

test('without an order and a plan nothing is wanted', () => {
  expect(wanted([say('The parser is in src/a.ts.')])).toEqual([])
})
