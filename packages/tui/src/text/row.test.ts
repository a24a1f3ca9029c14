import { expect, test } from 'vitest'
import { row, span, textOfRow } from './row.ts'

test('a row is its spans side by side', () => {
  expect(textOfRow([span('a'), span(' b', 'bold')])).toBe('a b')
  expect(row('x', 'good')).toEqual([{ text: 'x', tone: 'good' }])
})
