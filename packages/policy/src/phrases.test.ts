import { expect, test } from 'vitest'
import { says } from './phrases.ts'

test('as written anything counts, unless negated a future does, as a fact only what happened', () => {
  const said = (text: string) =>
    (['as written', 'unless negated', 'as a fact'] as const).filter((strength) => says(text, ['moving on'], strength))
  expect(said('moving on')).toEqual(['as written', 'unless negated', 'as a fact'])
  expect(said("i'll be moving on")).toEqual(['as written', 'unless negated'])
  expect(said('not moving on')).toEqual(['as written'])
  expect(said('moving only')).toEqual([])
})

test('a later place counts where an earlier one is negated', () =>
  expect(says('it was not done. now it is done.', ['done'], 'as a fact')).toBe(true))

test('a phrase that begins inside another is found too', () =>
  expect(says('it works: now works now', ['works now', 'now works'], 'as a fact')).toBe(true))

test('where one is negated, the one that begins inside it still counts', () =>
  expect(says('this does not work in a b c d e f', ['work in a b c d e', 'd e f'], 'as a fact')).toBe(true))
