import { expect, test } from 'vitest'
import { arm, offline } from './compactor.ts'

test('an offline compactor uses no model and names no source it does not know', async () => {
  const compactor = offline('first event', ({ events }) => ({ text: events[0]?.text ?? '' }))
  const output = await compactor.compact({ events: [], budgetTokens: 10, count: (text) => text.length, pins: [] })
  expect(output).toEqual({ text: '', provenance: [], usage: { inputTokens: 0, outputTokens: 0 } })
  expect(arm('baseline', compactor)).toMatchObject({ name: 'first event', nature: 'baseline' })
})
