import { expect, test } from 'vitest'
import { checkAllOrNothing, checkUnchanged } from './all-or-nothing.ts'
import { breachText } from './breach.ts'
import { readLog } from './log-reading.ts'
import { answer, began, type Draft, fails, keep, logOf, starts, told, words, writes } from './testing/lines.ts'

const breaches = (...drafts: readonly Draft[]) => checkAllOrNothing(logOf(began, ...drafts)).map(breachText)
const view = { entries: [keep('i1')], through: 'i2' }
const past = [words('i1', 'Go.'), answer('i2', 'Gone.')]

test('L8: a compaction that succeeds and one that fails each keep the law, also with new items in between', () => {
  expect(breaches(...past, starts('k1'), writes('k1', view), told('k1'))).toEqual([])
  expect(breaches(...past, starts('k1'), answer('i3', 'More.'), fails('k1'), starts('k2'), fails('k2'))).toEqual([])
})

test('L8: a view that is there after a failure is found', () => {
  expect(breaches(...past, starts('k1'), writes('k1', view), fails('k1'))).toEqual([
    'L8 line 5, item 1: message i2 became nothing in a compaction that failed',
  ])
  expect(breaches(...past, starts('k1'), fails('k1'), writes('k1', view))).toEqual([
    'L8 line 5: compaction k1 is written after it failed',
  ])
})

test('L8: an undo inside of a failing compaction changes what the model sees, and is found', () => {
  const undo: Draft = ['undo', { compacted_id: 'k0' }]
  expect(breaches(...past, starts('k0'), writes('k0', view), told('k0'), starts('k1'), undo, fails('k1'))).toEqual([
    'L8 line 8, item 1: message i2 was added by a compaction that failed',
  ])
})

test('L8: a view that is written twice, told and never written, or begun and never ended is found', () => {
  expect(breaches(...past, starts('k1'), writes('k1', view), writes('k1', view), told('k1'))).toEqual([
    'L8 line 5: compaction k1 is written twice',
  ])
  expect(breaches(...past, starts('k1'), told('k1'))).toEqual([
    'L8 line 4: compaction k1 is reported done and wrote no view',
  ])
  expect(breaches(...past, starts('k1'))).toEqual(['L8 line 3: compaction k1 begins and never ends'])
  expect(checkAllOrNothing(logOf(began, ...past, starts('k1')), 'running')).toEqual([])
})

test('L8: two views around a failure are compared item by item', () => {
  const before = readLog(logOf(began, ...past)).visible()
  expect(
    checkUnchanged(
      before,
      before.map((one) => ({ ...one })),
    ),
  ).toEqual([])
  expect(checkUnchanged(before, before.slice(1)).map(breachText)).toEqual([
    'L8 item 0: message i1 became message i2 in a compaction that failed',
  ])
  const more = readLog(logOf(began, ...past, words('i3', 'x'))).visible()
  expect(checkUnchanged(before, more).map(({ at }) => at)).toEqual(['item 2'])
})
