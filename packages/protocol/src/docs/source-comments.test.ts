import { expect, test } from 'vitest'
import { fieldComments, headComment, importsOf, valueComments } from './source-comments.ts'

const SOURCE = `/**
 * Two lines
 * about it.
 */
import { z } from 'zod'
import { PlanId } from '../ids.ts'

export const X = z.strictObject({
  /** Absent: none. */
  a: z.string().optional(),
  b: z.number(),
})
`

test('a source tells what its noun and its fields are, and where more is told', () => {
  expect(headComment(SOURCE)).toBe('Two lines about it.')
  expect([...fieldComments(SOURCE)]).toEqual([['a', 'Absent: none.']])
  expect(importsOf(SOURCE)).toEqual(['ids.ts'])
})

test('a source tells what each value of an enumeration means', () => {
  const source = "export const Code = z.enum([\n  /** One. */\n  'a',\n  'b',\n  /** Two\n   * lines. */\n  'c',\n])"
  expect([...valueComments(source)]).toEqual([
    ['a', 'One.'],
    ['c', 'Two lines.'],
  ])
})
