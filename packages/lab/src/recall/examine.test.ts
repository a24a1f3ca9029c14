import { expect, test } from 'vitest'
import { cutAt } from '../probes/cut.ts'
import { sourceIndex } from '../probes/source-index.ts'
import { type Arm, arm, offline } from './compactor.ts'
import { userEvent } from './event-of-text.ts'
import { examine } from './examine.ts'

const count = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
const past = [userEvent('renewLoan keeps maxDays for readers', 'i1')]
const cut = cutAt(past, 1, { session: 's', stretch: 0, id: 'c', count })
const sight = {
  cut,
  index: sourceIndex(past),
  isCommon: () => false,
  needed: new Set<string>(),
  neededPairs: new Set<string>(),
}
const named = (key: string) => ({ key, spellings: [key] })
const source = past[0]?.id
if (source === undefined) throw new Error('the past has one event')
const asked = [
  {
    probe: { kind: 'entity' as const, id: 'e1', source, subject: named('renewLoan') },
    metrics: ['names', 'names.far'],
  },
  { probe: { kind: 'entity' as const, id: 'e2', source, subject: named('maxDay') }, metrics: ['names'] },
]
const says = (name: string, text: string): Arm =>
  arm(
    'baseline',
    offline(name, () => ({ text })),
  )
const run = (arms: readonly Arm[], budgets = [10]) => examine({ track: 'T', sight, asked, arms, budgets, count })

test('a row an arm and a budget, with hits of total for each metric', async () => {
  const [row] = await run([says('all', 'renewLoan keeps maxDays')])
  expect(row).toMatchObject({
    track: 'T',
    session: 's',
    cut: 'c',
    arm: 'all',
    tokens: 3,
    over: false,
    answers: '10',
    scores: {
      names: { hits: 1, total: 2 },
      'names~': { hits: 2, total: 2 },
      'names.far': { hits: 1, total: 1 },
      invented: { hits: 0, total: 2 },
    },
  })
})

test('what is over the budget is cut, and told of', async () => {
  const [row] = await run([says('long', 'one two three\nrenewLoan')], [3])
  expect(row).toMatchObject({ over: true, tokens: 3, answers: '00' })
})

test('a name the past never had is invented', async () => {
  const [row] = await run([says('liar', 'renewLoan and madeUpName')])
  expect(row?.scores['invented']).toEqual({ hits: 1, total: 2 })
})

test('an arm with nothing to show gives no row', async () => {
  expect(await run([{ ...says('none', ''), compactorFor: () => null }])).toEqual([])
})
