import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { askPairs, neededPairs, pairSlot } from './ask-pairs.ts'
import { cutAt } from './cut.ts'
import { grade } from './grade.ts'
import type { SessionEvent } from './normal-form.ts'
import { readOutput } from './read-output.ts'
import { sourceIndex } from './source-index.ts'

const say = (text: string, id: string): SessionEvent => ({ ...userEvent(text, id), kind: 'say' })
const past = [userEvent('renewLoan always extends the loan period up to maxDays\nopenShelf maxDays', 'i1')]
const future = [say('renewLoan calls maxDays; openShelf reads maxDays; openShelf calls renewLoan', 'i2')]
const cut = cutAt([...past, ...future], 1, { session: 's', stretch: 0, id: 'c', count: (text) => text.length })
const ground = { cut, index: sourceIndex(cut.past), isCommon: () => false }

test('a pair is asked for when the past says something of both on one line', () => {
  expect(askPairs(ground).map(({ probe }) => [probe.id, probe.source])).toEqual([['pair:renewLoan:maxDays', 'i1']])
  expect(neededPairs(ground).has(pairSlot('openShelf', 'maxDays'))).toBe(true)
})

test('the source answers it, the bare pair does not', () => {
  const [asked] = askPairs(ground)
  if (asked === undefined) throw new Error('a pair was expected')
  const source = past.map(({ text }) => text).join('\n')
  expect(grade(asked.probe, readOutput(source, source))).toBe(true)
  expect(grade(asked.probe, readOutput('renewLoan maxDays', source))).toBe(false)
})

test('two names that everybody uses make no pair', () => {
  expect(askPairs({ ...ground, isCommon: () => true })).toEqual([])
})
