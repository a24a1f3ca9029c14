import { expect, test } from 'vitest'
import { keptStories } from './kept-stories.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

test('every kept story can be read, and those of planted bugs are of bugs that there are', () => {
  const names = new Set(PLANTED_BUGS.map(({ name }) => name))
  for (const [name, { found }] of keptStories())
    if (found.startsWith('planted bug')) expect({ name, known: names.has(name) }).toEqual({ name, known: true })
  expect(keptStories().size).toBeGreaterThan(3)
})
