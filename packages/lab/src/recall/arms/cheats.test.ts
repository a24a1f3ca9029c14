import { expect, test } from 'vitest'
import { cutAt } from '../../probes/cut.ts'
import { sourceIndex } from '../../probes/source-index.ts'
import type { Arm } from '../compactor.ts'
import { userEvent } from '../event-of-text.ts'
import { bagOfEntities, dressedPairs, keyPartnerPairs, otherSummary, randomLines, wholePast } from './cheats.ts'

const count = (text: string): number => text.length
const events = [userEvent('renewLoan extends the period up to maxDays\nopenShelf is alone here', 'i1')]
const cut = cutAt(events, 1, { session: 's', stretch: 0, id: 'c', count })
const sight = {
  cut,
  index: sourceIndex(events),
  isCommon: () => false,
  needed: new Set<string>(),
  neededPairs: new Set<string>(),
}
const write = async (one: Arm, budgetTokens = 100) =>
  (await one.compactorFor(sight)?.compact({ events, budgetTokens, count, pins: [] }))?.text

test('the bag is one line of names that fits', async () => {
  expect((await write(bagOfEntities))?.split(' ').toSorted()).toEqual(['maxDays', 'openShelf', 'renewLoan'])
  expect((await write(bagOfEntities, 12))?.length).toBeLessThanOrEqual(12)
})

test('a pair is told once, a name without company not at all', async () => {
  expect(await write(keyPartnerPairs)).toBe('maxDays renewLoan')
})

test('a dressed pair has words of its source', async () => {
  expect(await write(dressedPairs)).toContain('renewLoan and maxDays with extends and period')
})

test('random lines are lines, the same ones each time', async () => {
  const text = await write(randomLines, 60)
  expect(events[0]?.text.split('\n')).toContain(text?.split('\n')[0])
  expect(await write(randomLines, 60)).toBe(text)
})

test('another session’s summary is there only if there is one', async () => {
  expect(otherSummary.compactorFor(sight)).toBeNull()
  expect(
    await otherSummary
      .compactorFor({ ...sight, foreignSummary: 'x' })
      ?.compact({ events, budgetTokens: 1, count, pins: [] }),
  ).toMatchObject({ text: 'x' })
})

test('the whole past is all of it', async () => {
  expect(await write(wholePast, 1)).toContain('openShelf is alone here')
})
