import { expect, test } from 'vitest'
import { isOfLibrary } from './library.ts'

test.each([
  ['WriteString', 'notice.WriteString(days)', true],
  ['ReplaceAll', 'strings.ReplaceAll(days)', true],
  ['ReplaceShelf', 'strings.ReplaceShelf(days)', true],
  ['renewLoan', 'shelf.renewLoan(days)', false],
  ['renewLoan', 'renewLoan', false],
])('%s in %s is a library’s: %s', (key, text, expected) => {
  expect(isOfLibrary(key, text)).toBe(expected)
})
