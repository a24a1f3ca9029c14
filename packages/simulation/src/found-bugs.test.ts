import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foundBugs, withTable } from './found-bugs.ts'
import { keptStories } from './kept-stories.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { writeStory } from './write-story.ts'

const bug = { name: 'a-bug', law: 'L1', does: 'It breaks.', file: 'x.ts', text: 'a', becomes: 'b' }
const page = 'before\n<!-- planted bugs: written by `pnpm mutate` -->\nold\n<!-- end of planted bugs -->\nafter\n'

test('the table stands between its marks, and a new one takes the place of the old', () => {
  const story = { ...writeStory(1), steps: [] }
  const once = withTable(page, [{ bug, seed: 7, kind: 'L1: a | b', story }])
  expect(once).toMatch(/^before\n/)
  expect(once).toContain('| L1 | `a-bug`: It breaks. | 7 | L1: a \\| b |')
  expect(once).toMatch(/\nafter\n$/)
  expect(once).not.toContain('old')
  expect(withTable(once, [])).not.toContain('a-bug')
})

test('a page without a place for it is an error', () => {
  expect(() => withTable('nothing here', [])).toThrow('no place')
})

test('the table of the documentation is of the bugs that are planted, each with the story that is kept of it', () => {
  const table = readFileSync(new URL('../../../docs/simulation.md', import.meta.url), 'utf8')
  expect(withTable(table, foundBugs(keptStories()))).toBe(table)
})

test('each planted bug was found, and has its row and its story', () => {
  const found = foundBugs(keptStories()).map((one) => one.bug.name)
  expect(found).toEqual(PLANTED_BUGS.map(({ name }) => name))
})
