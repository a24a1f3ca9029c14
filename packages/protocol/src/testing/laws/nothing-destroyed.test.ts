import { expect, test } from 'vitest'
import { breachText } from './breach.ts'
import { checkGrown, checkNothingDestroyed } from './nothing-destroyed.ts'
import {
  answer,
  began,
  call,
  type Draft,
  insert,
  keep,
  logOf,
  message,
  result,
  words,
  writes,
} from './testing/lines.ts'

const past = [words('i1', 'Go.'), call('i2', 'a'), result('i3', 'a', 'long'), answer('i4', 'Gone.')]
const breaches = (...entries: readonly object[]) =>
  checkNothingDestroyed(logOf(began, ...past, writes('k1', { entries, through: 'i4' }))).map(breachText)

const summary = (...lines: readonly string[]) =>
  message('s1', ['<summary>', 'Condensed.', ...lines, '</summary>'].join('\n'), { origin: 'summary' })
const cleared = (placeholder: string, id = 'i3') => ({ kind: 'clear', id, placeholder })

test('L13: a view that names what is there, with a source for each extracted line, keeps the law', () => {
  expect(
    breaches(
      insert(summary('paths are under /w', 'user: Go. [i1]'), { line: 3, ids: ['i1'] }),
      cleared('[i3, cut]'),
      keep('i4'),
    ),
  ).toEqual([])
  expect(breaches(insert(summary()), keep('i1', 'i4'))).toEqual([])
})

test('L13: ids that the log does not have, and ranges that run backwards, are found', () => {
  expect(breaches(keep('i9'))).toContain('L13 line 5: the view keeps i9, which the log does not have')
  expect(breaches(keep('i4', 'i1'))).toEqual(['L13 line 5: the view keeps i4 to i1, which runs backwards'])
  expect(breaches(cleared('[i9]', 'i9'))).toEqual(['L13 line 5: the view clears i9, which the log does not have'])
  expect(breaches(insert(summary('user: Go. [i9]'), { line: 2, ids: ['i9'] }))).toEqual([
    'L13 line 5: line 2 of s1 stands for i9, which the log does not have',
  ])
  expect(checkNothingDestroyed(logOf(began, writes('k1', { through: 'i9' }))).map(breachText)).toEqual([
    'L13 line 1: the view goes up to i9, which the log does not have',
  ])
})

test('L13: an extracted line without a source, a source without a line, and a summary without any are found', () => {
  expect(breaches(insert(summary('> ok [i3]', 'user: Go. [i1]'), { line: 3, ids: ['i1'] }))).toEqual([
    'L13 line 5: line 2 of s1 names no source: "> ok [i3]"',
  ])
  expect(breaches(insert(summary('user: Go. [i1]'), { line: 2, ids: ['i1'] }, { line: 9, ids: ['i1'] }))).toEqual([
    'L13 line 5: s1 has no line 9 to have sources',
  ])
  expect(breaches(insert(summary('All went well.')))).toEqual([
    'L13 line 5: s1 stands for the past and names no source',
  ])
  expect(breaches(insert(message('s1', '[i1, cut]\nGo.')))).toEqual([
    'L13 line 5: s1 stands for the past and names no source',
  ])
})

test('L13: a cleared result without a pointer, and an original that was logged without its text, are found', () => {
  expect(breaches(cleared('[cut]'))).toEqual(['L13 line 5: what stands for i3 does not name it'])
  const gone: Draft = result('i5', 'a', '[cut]', { cleared: true })
  expect(checkNothingDestroyed(logOf(began, gone)).map(breachText)).toEqual([
    'L13 line 1: item i5 is logged without its text',
  ])
})

test('L13: a log only grows', () => {
  const lines = logOf(began, ...past)
  expect(checkGrown(lines, [[], lines.slice(0, 2), JSON.parse(JSON.stringify(lines))])).toEqual([])
  expect(checkGrown(lines.slice(0, 2), [lines]).map(breachText)).toEqual([
    'L13 line 2: it is not what reading 0 found there',
  ])
  expect(
    checkGrown(lines.toSpliced(1, 1, ...logOf(began, words('i1', 'Stop.')).slice(1)), [lines]).map(({ at }) => at),
  ).toEqual(['line 1'])
})
