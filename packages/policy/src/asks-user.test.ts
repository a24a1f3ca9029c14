import { expect, test } from 'vitest'
import { asksUser } from './asks-user.ts'

test.each<[string, boolean]>([
  ['All three parsers are done and the tests pass.', false],
  ['Shall I go on with the lexer?', true],
  ['Done. Shall I go on?\n\nThe tests pass.', true],
  ['Which one do you want (a or b?)', true],
  ['**Should I?**', true],
  ['Let me know which one you prefer.', true],
  ['Please confirm before I push.', true],
  ['It is your call.', true],
  ['The link is https://example.org/?page=2 and it works.', false],
  ['```ts\nconst a = b ? c : d\n```\nDone.', false],
  ['`x ?? y` is used now.', false],
  ['', false],
])('%s', (message, expected) => {
  expect(asksUser(message)).toBe(expected)
})
