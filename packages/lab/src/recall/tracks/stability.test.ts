import { expect, test } from 'vitest'
import { arm, offline } from '../compactor.ts'
import { sessionSet } from '../session-set.ts'
import { syntheticSession } from '../synthetic.ts'
import { runStability } from './stability.ts'

const count = (text: string): number => text.length
const set = sessionSet([{ name: 'a', lines: syntheticSession({ seed: 'a', rounds: 50 }) }])
let calls = 0
const arms = [
  arm(
    'baseline',
    offline('same', ({ events }) => ({
      text: events
        .map(({ text }) => text)
        .join('\n')
        .slice(0, 2_000),
    })),
  ),
  arm(
    'baseline',
    offline('fickle', () => ({ text: `aLoan${++calls}` })),
  ),
]

test('who gives the same bytes is told from who does not, and what is kept of itself is counted', async () => {
  const rows = await runStability({ set, arms, count })
  expect(
    rows.map(({ arm: name, scores }) => [
      name,
      scores['deterministic'],
      scores['idempotent']?.hits === scores['idempotent']?.total,
    ]),
  ).toEqual([
    ['same', { hits: 1, total: 1 }, true],
    ['fickle', { hits: 0, total: 1 }, false],
  ])
})
