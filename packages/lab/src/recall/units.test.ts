import { expect, test } from 'vitest'
import { userEvent } from './event-of-text.ts'
import { inOrder, unitsOf } from './units.ts'

const result = (text: string, id: string, ok = true) => ({ ...userEvent(text, id), kind: 'result' as const, ok })

test('every line of a person, of a result only those that name something or tell of a fault', () => {
  const events = [
    userEvent('Plain words.', 'i1'),
    result('total 12\nrenewLoan()', 'i2'),
    result('error: no room', 'i3', false),
  ]
  expect(unitsOf(events).map(({ text }) => text)).toEqual(['Plain words.', 'renewLoan()', 'error: no room'])
})

test('a repeated line is one unit, at its newest place', () => {
  const units = unitsOf([result('renewLoan()', 'i1'), userEvent('Other.', 'i2'), result('renewLoan()', 'i3')])
  expect(units.map(({ text, event }) => [text, event])).toEqual([
    ['Other.', 1],
    ['renewLoan()', 2],
  ])
})

test('thoughts and lines that are too long are no units', () => {
  expect(unitsOf([{ ...userEvent('renewLoan', 'i1'), kind: 'think' }, userEvent('x'.repeat(500), 'i2')])).toEqual([])
})

test('units are told in the order they were said', () => {
  const units = unitsOf([userEvent('One.\nTwo.', 'i1'), userEvent('Three.', 'i2')])
  expect(inOrder(units.toReversed())).toEqual(units)
})
