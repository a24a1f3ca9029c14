import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkPartition } from './partition.ts'
import { answer, began, call, type Draft, keep, logOf, report, result, words, writes } from './testing/lines.ts'

const past = [words('i1', 'Go.'), call('i2', 'a'), result('i3', 'a'), answer('i4', 'Gone.')]
const cleared = { kind: 'clear', id: 'i3', placeholder: '[i3]' }
const RIGHT = { kept: 2, cleared: 1, archived: 1 }

const breaches = (entries: readonly object[], change: object = {}, ...before: readonly Draft[]) =>
  checkPartition(
    logOf(began, ...past, ...before, writes('k1', { entries, through: 'i4', report: report({ ...RIGHT, ...change }) })),
  ).map(breachText)

const right = [keep('i2'), cleared, keep('i4')]

test('L16: each item once, and counted so, keeps the law', () => {
  expect(breaches(right)).toEqual([])
  expect(breaches([keep('i1', 'i4')], { kept: 4, cleared: 0, archived: 0 })).toEqual([])
})

test('L16: an item that is there twice, or both whole and cleared, is found', () => {
  expect(breaches([keep('i4'), keep('i3', 'i4')], { kept: 2, cleared: 0, archived: 2 })).toEqual([
    'L16 line 5: item i4 is in the view 2 times',
  ])
  expect(breaches([keep('i3', 'i4'), cleared])).toEqual(['L16 line 5: item i3 is both whole and cleared'])
})

test.each([
  [
    'kept',
    { kept: 3 },
    ['kept, cleared and archived make 5, and 4 items were there', '3 items are reported as kept, the view has 2'],
  ],
  ['cleared', { cleared: 0, archived: 2 }, ['0 items are reported as cleared, the view has 1']],
  ['archived', { archived: 0 }, ['kept, cleared and archived make 3, and 4 items were there']],
  ['pinned', { pinned: 3 }, ['3 items are reported as pinned and only 2 as kept']],
])('L16: a wrong count of %s is found', (_what, change, expected) => {
  expect(breaches(right, change)).toEqual(expected.map((text) => `L16 line 5: ${text}`))
})

test('L16 and L5: a pinned item that is not whole is found', () => {
  const pins = (first: string, last: string): Draft => ['pins', { pins: [{ kind: 'item', first, last }] }]
  expect(breaches(right, { pinned: 1 }, pins('i4', 'i4'))).toEqual([])
  expect(breaches(right, {}, pins('i2', 'i3'))).toEqual(['L16 line 6: pinned item i3 is not whole in the view'])
  expect(breaches(right, {}, pins('i1', 'i1'))).toEqual(['L16 line 6: pinned item i1 is not whole in the view'])
})

test('L16: an item that recall does not find is found', () => {
  expect(checkPartition(logOf(began, ...past), (id) => id !== 'i3').map(breachText)).toEqual([
    'L16 item i3: recall does not find it',
  ])
})
