import { expect, test } from 'vitest'
import { planted } from './plant.ts'

const bug = {
  name: 'a-test',
  law: 'L1',
  does: 'nothing',
  file: 'packages/simulation/src/run.ts',
  text: 'export const runStory',
  becomes: 'export const runAnything',
}

test('a bug changes its one place', () => {
  expect(planted(bug)).toContain('export const runAnything = async')
})

test('a text that is not there once is an error that names bug, file and text', () => {
  expect(() => planted({ ...bug, text: 'no such text' })).toThrow(/a-test: the text to change is 0 times in packages/)
  expect(() => planted({ ...bug, text: 'import' })).toThrow(/times in packages\/simulation\/src\/run.ts, not once/)
})
