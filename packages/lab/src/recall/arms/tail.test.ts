import { expect, test } from 'vitest'
import { fetchedEvents, userEvent } from '../event-of-text.ts'
import { masked, maskingTail, renderedLines, tail, usersOnly, usersTail } from './tail.ts'

/** A token a line: budgets count lines. */
const count = (text: string): number => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
const events = [
  userEvent('first order', 'u1'),
  ...Array.from({ length: 12 }, (_, at) => fetchedEvents(`page ${at}`, `c${at}`)).flat(),
]
const input = (budgetTokens: number) => ({ events, budgetTokens, count, pins: [] })

test('thoughts are not rendered; everything else stands under its label', () => {
  expect(renderedLines([{ ...userEvent('hm', 'i1'), kind: 'think' }, userEvent('Hello.', 'i2')])).toEqual([
    '[user]',
    'Hello.',
  ])
})

test('the tail is the newest lines that fit', async () => {
  const { text } = await tail.compact(input(2))
  expect(text).toBe('[result web_fetch]\npage 11')
})

test('all but the ten newest results are cleared', () => {
  const texts = masked(events).flatMap(({ kind, text }) => (kind === 'result' ? [text] : []))
  expect(texts.slice(0, 3)).toEqual(['[cleared]', '[cleared]', 'page 2'])
})

test('masking keeps nothing that the tail has not', async () => {
  expect((await maskingTail.compact(input(2))).text).toBe((await tail.compact(input(2))).text)
})

test('the user’s words alone, and in front of a tail', async () => {
  expect((await usersOnly.compact(input(100))).text).toBe('[user]\nfirst order')
  const { text } = await usersTail.compact(input(8))
  expect(text.startsWith('[user]\nfirst order\n')).toBe(true)
  expect(text.endsWith('page 11')).toBe(true)
})
