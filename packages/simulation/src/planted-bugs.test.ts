import { expect, test } from 'vitest'
import { planted } from './plant.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

test.each(PLANTED_BUGS)('$name can be planted: its text stands once in $file', (bug) => {
  expect(planted(bug)).toContain(bug.becomes)
})

test('every law has a bug that breaks it, and no two bugs have one name', () => {
  const laws = new Set(PLANTED_BUGS.map(({ law }) => law))
  const numbered = Array.from({ length: 17 }, (_, index) => `L${index + 1}`)
  expect([...laws].sort()).toEqual([...numbered, 'prefix'].sort())
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length)
})
