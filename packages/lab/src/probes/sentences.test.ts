import { expect, test } from 'vitest'
import {
  bestWindowShare,
  contentWords,
  isCorrection,
  isDecision,
  isDoubtful,
  polarityOf,
  sentencesOf,
  withoutBackground,
  wordsOf,
} from './sentences.ts'

test('pasted code and output are no sentences', () => {
  expect(
    sentencesOf(
      'Please keep the old loan period.\n```\nconst a = 1 and more words here\n```\n$ go test all the packages now\nok',
    ),
  ).toEqual(['Please keep the old loan period.'])
})

test('content words are what is left without the words of grammar', () => {
  expect(contentWords('The reader should not see the reader’s fine')).toEqual(['reader', 'see', 'fine'])
})

test.each([
  ['Never drop a column.', 'never'],
  ['You must write full names.', 'must'],
  ['I would like shorter notices.', 'prefer'],
  ['The shelf is empty.', null],
])('%s', (sentence, expected) => {
  expect(polarityOf(sentence)).toBe(expected)
})

test('corrections and decisions are told by their cues', () => {
  expect(isCorrection('No, take the other shelf')).toBe(true)
  expect(isCorrection('Take the other shelf')).toBe(false)
  expect(isDecision('We go by days because weeks overlap')).toBe(true)
})

test('the share counts words inside one window only', () => {
  const filler = Array.from({ length: 80 }, (_, at) => `f${at}`).join(' ')
  expect(bestWindowShare(['loan', 'period'], wordsOf('the loan period'))).toBe(1)
  expect(bestWindowShare(['loan', 'period'], wordsOf(`loan ${filler} period`))).toBe(0.5)
  expect(bestWindowShare([], wordsOf('x'))).toBe(0)
})

test.each([
  ['He said "never drop a column" and left.', null],
  ['This code is never called anywhere.', null],
  ['AgentLines don’t account for removals.', null],
  ['I think we should move the shelf.', null],
  ['Let’s see whether the shelf is empty.', null],
  ['The shelf takes only one agent — always session zero.', null],
  ['Loans should be on the first shelf if they were made there.', null],
  ['Always print the whole name.', 'must'],
  ['Keep it short, and always print the whole name.', 'must'],
  ['You should always print the whole name.', 'must'],
  ['The new code should then reuse the shelf of today.', 'must'],
  ['The shelf needs to know its own loans.', null],
  ['Avoid initials in notices.', 'never'],
  ['This moves a line and so helps to avoid drift.', null],
  ['Please keep it, and don’t rename it.'.replace('’', "'"), 'never'],
])('%s orders %s', (sentence, expected) => {
  expect(polarityOf(sentence)).toBe(expected)
})

test('an abbreviation or a number ends no sentence', () => {
  expect(sentencesOf('Keep the old shelves, e.g. the red ones from 2. floor upwards.')).toHaveLength(1)
})

test('interjections and contractions are no content', () => {
  expect(contentWords("hmm, I'm sure the shelf doesn’t close")).toEqual(['sure', 'shelf', 'close'])
})

test('a question and thinking aloud are doubt', () => {
  expect(isDoubtful('Does the shelf close?')).toBe(true)
  expect(isDoubtful("I'm less worried about the shelf")).toBe(true)
  expect(isDoubtful('The shelf closes.')).toBe(false)
})

test('a plan’s background is left out up to the next section of the same rank', () => {
  const plan =
    '# Plan\n## Context\nOld loans must be kept.\n### Why\nSo it is.\n## Changes\nKeep old loans.\n## Verification\nIt must pass.'
  expect(withoutBackground(plan)).toBe('# Plan\n## Changes\nKeep old loans.')
})
