import { expect, test } from 'vitest'
import { fieldComments, headComment, importsOf } from './source-comments.ts'

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
