import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { grade, valueGrade } from './grade.ts'
import type { Probe, ValueProbe } from './probe.ts'
import { readOutput } from './read-output.ts'

const source = ItemId.parse('i1')
const named = (key: string) => ({ key, spellings: [key] })
const base = { id: 'p', source }
const entity: Probe = { ...base, kind: 'entity', subject: named('renewLoan') }
const relation: Probe = { ...base, kind: 'relation', subject: named('renewLoan'), partners: [named('maxDays')] }
const statement: Probe = { ...relation, kind: 'statement', said: new Set(['extends', 'period']) }
const sentence: Probe = { ...base, kind: 'sentence', words: ['keep', 'reader', 'names', 'full', 'forever'] }
const order: Probe = { ...base, kind: 'order', earlier: named('aLoan'), later: named('bLoan') }
const verbatim: Probe = { ...base, kind: 'verbatim', text: 'Never drop a column.' }
const decoy: Probe = { ...base, kind: 'decoy', subject: named('foreignName') }

test.each<[string, Probe, string, boolean]>([
  ['a name', entity, 'x renewLoan y', true],
  ['a longer name', entity, 'renewLoanNow', false],
  ['a relation on one line', relation, 'renewLoan maxDays', true],
  ['a relation over neighbouring lines', relation, 'renewLoan\nmaxDays', true],
  ['names two lines apart', relation, 'renewLoan\n-\nmaxDays', false],
  ['a pair is no statement', statement, 'renewLoan maxDays', false],
  ['a statement', statement, 'renewLoan extends the period to maxDays', true],
  ['words the source never said', statement, 'renewLoan with maxDays is quite fine today', false],
  ['four of five words', sentence, 'keep names of each reader full', true],
  ['three of five words', sentence, 'keep each reader full', false],
  ['in order', order, 'aLoan\nbLoan', true],
  ['out of order', order, 'bLoan\naLoan', false],
  ['out of order, with turns that say so', order, 'bLoan (turn 9)\naLoan (turn 2)', true],
  ['one of two', order, 'aLoan', false],
  ['byte for byte', verbatim, 'x Never drop a column. y', true],
  ['almost', verbatim, 'Never drop any column.', false],
  ['a decoy that is not there', decoy, 'renewLoan', false],
])('%s', (_name, probe, text, expected) => {
  expect(grade(probe, readOutput(text))).toBe(expected)
})

const value: ValueProbe = {
  ...base,
  kind: 'value',
  subject: named('loans'),
  current: ['pass', 'passed'],
  superseded: ['fail', 'failed'],
}

test.each([
  ['loans: pass', 'current'],
  ['loans: fail', 'stale'],
  ['loans failed before, passed now', 'current'],
  ['loans: pass\nloans: fail', 'both'],
  ['shelves: pass', 'absent'],
])('%s is %s', (text, expected) => {
  expect(valueGrade(value, readOutput(text))).toBe(expected)
})
