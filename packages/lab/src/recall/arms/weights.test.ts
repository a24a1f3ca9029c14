import { expect, test } from 'vitest'
import { sourceIndex } from '../../probes/source-index.ts'
import { userEvent } from '../event-of-text.ts'
import { rankedKeys, weightOf } from './weights.ts'

const facts = { key: 'k', count: 1, first: 0, last: 0, byUser: false, byAgent: false, inCall: false, partners: [] }

test.each([
  ['named by the user', { byUser: true }],
  ['named often', { count: 9 }],
  ['used in a call', { inCall: true }],
  ['named lately', { last: 9 }],
])('what is %s weighs more', (_name, change) => {
  expect(weightOf({ ...facts, ...change }, 10, false)).toBeGreaterThan(weightOf(facts, 10, false))
})

test('best first, and ties by name', () => {
  const index = sourceIndex([userEvent('bLoan aLoan', 'i1'), { ...userEvent('cLoan', 'i2'), kind: 'result' }])
  const names = rankedKeys(index, 2, (key) => key === 'bLoan').map((ranked) => ranked.facts.key)
  expect(names[0]).toBe('aLoan')
  expect(names).toHaveLength(3)
})
