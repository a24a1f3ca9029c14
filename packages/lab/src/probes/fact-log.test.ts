import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { createFactLog } from './fact-log.ts'

const note = (value: string, place: number) => ({
  type: 'test' as const,
  key: 'loans',
  value,
  source: ItemId.parse(`i${place}`),
  place,
})

test('the same value again is the same fact, seen later', () => {
  const log = createFactLog()
  log.note(note('pass', 1))
  log.note(note('pass', 4))
  expect(log.facts()).toEqual([
    { id: 'f1', type: 'test', key: 'loans', value: 'pass', sources: ['i1', 'i4'], first: 1, last: 4 },
  ])
})

test('a new value supersedes the old one, and both stay', () => {
  const log = createFactLog()
  log.note(note('pass', 1))
  log.note(note('fail', 2))
  log.note(note('pass', 3))
  expect(log.facts().map(({ id, value, supersededBy }) => [id, value, supersededBy])).toEqual([
    ['f1', 'pass', 'f2'],
    ['f2', 'fail', 'f3'],
    ['f3', 'pass', undefined],
  ])
})
