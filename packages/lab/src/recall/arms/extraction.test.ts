import { expect, test } from 'vitest'
import { pairSlot } from '../../probes/ask-pairs.ts'
import { cutAt } from '../../probes/cut.ts'
import { sourceIndex } from '../../probes/source-index.ts'
import { userEvent } from '../event-of-text.ts'
import { coverage, oracle, oracleOn } from './extraction.ts'

const count = (text: string): number => text.length
const events = [
  userEvent('renewLoan extends the period up to maxDays', 'i1'),
  userEvent('openShelf opens the shelf of the branch', 'i2'),
  userEvent('Thank you.', 'i3'),
]
const cut = cutAt(events, 3, { session: 's', stretch: 0, id: 'c', count })
const sight = {
  cut,
  index: sourceIndex(events),
  isCommon: () => false,
  needed: new Set<string>(),
  neededPairs: new Set([pairSlot('renewLoan', 'maxDays')]),
}
const write = async (one: typeof coverage, budgetTokens: number) =>
  (await one.compactorFor(sight)?.compact({ events, budgetTokens, count, pins: [] }))?.text

test('the oracle takes the line that will be asked for', async () => {
  expect(await write(oracle, 45)).toBe('renewLoan extends the period up to maxDays')
})

test('coverage takes every name there is room for, and the newest lines with what is left', async () => {
  const text = await write(coverage, 200)
  for (const name of ['renewLoan', 'maxDays', 'openShelf']) expect(text).toContain(name)
  expect(text?.endsWith('Thank you.')).toBe(true)
})

test('it says which items it took', async () => {
  const output = await coverage.compactorFor(sight)?.compact({ events, budgetTokens: 60, count, pins: [] })
  expect(output?.provenance.length).toBeGreaterThan(0)
})

test('an oracle over other lines takes from these alone', async () => {
  const halves = oracleOn('halves', ({ text }) => text.split(' up to '))
  expect(halves).toMatchObject({ name: 'halves', nature: 'cheat' })
  const wanting = { ...sight, needed: new Set(['maxDays']), neededPairs: new Set<string>() }
  const output = await halves.compactorFor(wanting)?.compact({ events, budgetTokens: 10, count, pins: [] })
  expect(output?.text).toBe('maxDays')
})
