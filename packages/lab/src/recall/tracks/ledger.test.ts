import { expect, test } from 'vitest'
import { arm, offline } from '../compactor.ts'
import { sessionSet } from '../session-set.ts'
import { syntheticSession } from '../synthetic.ts'
import { runLedger } from './ledger.ts'

test('who tells an old value as current is stale', async () => {
  const set = sessionSet([{ name: 'a', lines: syntheticSession({ seed: 'a', rounds: 60 }) }])
  const silent = arm(
    'baseline',
    offline('silent', () => ({ text: '' })),
  )
  const all = arm(
    'baseline',
    offline('all', ({ events }) => ({ text: events.map(({ text }) => text).join('\n') })),
  )
  const rows = await runLedger({ set, arms: [silent, all], count: (text) => text.length / 100 + 900 })
  expect(new Set(rows.map(({ track }) => track))).toEqual(new Set(['L', 'U']))
  for (const { track, arm: name, scores } of rows) {
    if (track === 'U' && name === 'silent') expect(scores['stale']?.hits).toBe(0)
    if (track === 'L' && name === 'silent') expect(scores['edited']?.hits).toBe(0)
  }
})
