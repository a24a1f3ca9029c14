import { expect, test } from 'vitest'
import { cutAt } from '../../probes/cut.ts'
import { sourceIndex } from '../../probes/source-index.ts'
import { userEvent } from '../event-of-text.ts'
import { recordedSummary } from './recorded.ts'

const count = (text: string): number => text.length
const events = [userEvent('a', 'i1')]
const cut = cutAt(events, 1, { session: 's', stretch: 0, id: 'c', count })
const sight = {
  cut,
  index: sourceIndex(events),
  isCommon: () => false,
  needed: new Set<string>(),
  neededPairs: new Set<string>(),
}

test('the recorded text, where there is one', async () => {
  expect(recordedSummary.compactorFor(sight)).toBeNull()
  const compactor = recordedSummary.compactorFor({ ...sight, cut: { ...cut, summary: 'It was so.' } })
  expect(await compactor?.compact({ events, budgetTokens: 9, count, pins: [] })).toMatchObject({ text: 'It was so.' })
})
