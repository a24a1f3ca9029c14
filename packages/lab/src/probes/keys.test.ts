import { expect, test } from 'vitest'
import { baseName, keysIn, keyTextsIn, pathKey } from './keys.ts'

test.each<[string, readonly string[]]>([
  ['reads /srv/app/src/loan-store.ts twice', ['path src/loan-store.ts']],
  ['see ./README.md, then docs/guide.md.', ['path README.md', 'path docs/guide.md']],
  ['github.com and e.g. and v1.2 are no files', []],
  [
    'renewLoan calls MAX_DAYS and open_shelf, not plain words',
    ['symbol renewLoan', 'symbol MAX_DAYS', 'symbol open_shelf'],
  ],
  ['run with --no-cache or -x', ['flag --no-cache']],
  ['at 3f9a2b1c, not 12345678 or deadbeef', ['hash 3f9a2b1c']],
  ['src/loanStore.ts counts as a file only', ['path src/loanStore.ts']],
])('%s', (text, expected) => {
  expect(keysIn(text).map(({ kind, text: key }) => `${kind} ${key}`)).toEqual(expected)
})

test('each key once, in the order of its first place', () => {
  expect(keyTextsIn('aLoan bLoan aLoan')).toEqual(['aLoan', 'bLoan'])
})

test('a path is known by its last two parts', () => {
  expect(pathKey('/home/mia/app/src/a.ts')).toBe('src/a.ts')
  expect(pathKey('./a.ts')).toBe('a.ts')
  expect(baseName('src/a.ts')).toBe('a.ts')
})
