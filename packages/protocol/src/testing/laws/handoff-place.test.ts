import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkHandoffPlace } from './handoff-place.ts'
import {
  began,
  call,
  type Draft,
  insert,
  keep,
  logOf,
  message,
  report,
  result,
  words,
  writes,
} from './testing/lines.ts'

const past = [words('i1', 'Go.'), call('i2', 'a'), result('i3', 'a')]
const inserted = (id: string, origin: string) => insert(message(id, '…', { origin }))
const [boundary, summary, handoff] = [inserted('v1', 'boundary'), inserted('v2', 'summary'), inserted('v3', 'handoff')]
const attribution = { decision_id: 'rq_1', tier: 'asap', percent_remaining: 40, boundaries: [], packet_author: 'agent' }

const breaches = (entries: readonly object[], change: object = {}, ...after: readonly Draft[]) =>
  checkHandoffPlace(
    logOf(
      began,
      ...past,
      writes('k1', { entries, through: 'i3', trigger: 'mid_turn', attribution, ...change }),
      ...after,
    ),
  ).map(breachText)

const said = (id: string): Draft => words(id, '…', { origin: 'handoff' })
const before = [boundary, summary, keep('i1')]

test('L6: a handoff between what stands for the past and what was done last keeps the law', () => {
  expect(breaches([...before, handoff, keep('i2', 'i3')])).toEqual([])
  expect(breaches([...before, handoff])).toEqual([])
})

test.each([
  ['behind the tail', [...before, keep('i2', 'i3'), handoff], ['the handoff stands behind what was done last']],
  [
    'in front of the summary',
    [boundary, handoff, summary, keep('i2', 'i3')],
    ['the summary stands behind the handoff'],
  ],
  ['twice', [...before, handoff, handoff, keep('i2', 'i3')], ['the view hands over 2 times']],
  ['nowhere', [...before, keep('i2', 'i3')], ['it was made inside a turn, and nothing is handed over']],
])('L6: a handoff %s is found', (_where, entries, expected) => {
  expect(breaches(entries)).toEqual(expected.map((text) => `L6 line 4: ${text}`))
})

test('L6: where there was no room, or no packet was written, nothing is owed', () => {
  const bare = [...before, keep('i2', 'i3')]
  expect(breaches(bare, { report: report({ reason: 'no room for the handoff; no words of a model' }) })).toEqual([])
  expect(breaches(bare, { attribution: { ...attribution, packet_author: 'none' } })).toEqual([])
  expect(breaches(bare, { trigger: 'hard_limit' })).toEqual([])
})

test('L6: an item of its own stands right before words of the user, but behind a plan that was shown', () => {
  const kept = [...before, handoff, keep('i2', 'i3')]
  expect(breaches(kept, {}, said('i4'), words('i5', 'Next.'))).toEqual([])
  expect(breaches(kept, {}, said('i4'), call('i5', 'b'))).toEqual([
    'L6 line 5: the handoff stands behind the work and before no message',
  ])
  expect(breaches([...before, keep('i2', 'i3')], { trigger: 'manual' }, said('i4'), call('i5', 'b'))).toEqual([])
})
