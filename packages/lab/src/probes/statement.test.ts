import { expect, test } from 'vitest'
import { frameOf, isNote, wordsSaid } from './statement.ts'

test('names and parts of names are not what is said', () => {
  expect(wordsSaid('renewLoan extends the period in src/loan.ts')).toEqual(['extends', 'period'])
})

test.each([
  ['renewLoan maxDays', false],
  ['renewLoan extends maxDays', false],
  ['renewLoan: extends the period up to maxDays', true],
])('%s is a note: %s', (line, expected) => {
  expect(isNote(line)).toBe(expected)
})

test('the frame of a filled template is the same whatever fills it', () => {
  expect(frameOf('the aLoan and bLoan with days')).toBe(frameOf('the cShelf and dShelf with rows'))
  expect(frameOf('the aLoan and bLoan with days')).not.toBe(frameOf('aLoan needs bLoan'))
})

test('of code only comments, and literals of several words in a report, say something', () => {
  expect(wordsSaid('return errors.New("shelf is full" + renewLoan)')).toEqual(['shelf', 'full'])
  expect(wordsSaid('put(renewLoan, "create the second shelf")')).toEqual([])
  expect(wordsSaid('if err := renewLoan(days); err != nil { // extends the period')).toEqual(['extends', 'period'])
  expect(wordsSaid('return selPrefix + indent + icon')).toEqual([])
  expect(wordsSaid('return shelf, nil //nolint:nilerr // Continue on error is by design')).toEqual([])
  expect(wordsSaid('level=info msg=saved renewLoan count=3')).toEqual([])
})
