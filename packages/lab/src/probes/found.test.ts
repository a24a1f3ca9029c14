import { expect, test } from 'vitest'
import { hasWord, isNamed, placeOf, spellingsOf } from './found.ts'

test.each<[string, string, boolean]>([
  ['call saveAll', 'save', false],
  ['call save()', 'save', true],
  ['resaved and save_x, then save', 'save', true],
  ['src/a.ts:12', 'src/a.ts', true],
  ['src/a.tsx', 'src/a.ts', false],
  ['--no-cache', '--no-cache', true],
  ['', 'x', false],
  ['anything', '', false],
])('in "%s" "%s" is found: %s', (text, name, expected) => {
  expect(hasWord(text, name)).toBe(expected)
})

test('the place is of the first hit that is a word', () => {
  expect(placeOf('saveAll save', 'save')).toBe(8)
})

test('a path may be told by its base name only where no other path has it', () => {
  expect(spellingsOf('src/a.ts', new Set(['a.ts']))).toEqual(['src/a.ts', 'a.ts'])
  expect(spellingsOf('src/a.ts', new Set())).toEqual(['src/a.ts'])
  expect(spellingsOf('renewLoan', new Set())).toEqual(['renewLoan'])
})

test('as a substring more is found than as a word', () => {
  expect(isNamed('saveAll', ['save'])).toBe(false)
  expect(isNamed('saveAll', ['save'], 'substring')).toBe(true)
})

test('a folder is not what lies in it', () => {
  expect(hasWord('ok app/cli/agent', 'app/cli')).toBe(false)
  expect(hasWord('ok app/cli 0.1s', 'app/cli')).toBe(true)
})
