import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { declaredIn, definedIn } from './definitions.ts'
import type { SessionEvent } from './normal-form.ts'

const edit = (input: SessionEvent['input']): SessionEvent => ({
  ...userEvent('', 'i1'),
  kind: 'call',
  tool: 'Edit',
  ...(input === undefined ? {} : { input }),
})

test('functions and types anywhere, variables at the margin alone', () => {
  const content = 'export const maxDays = 3\n  function renewLoan() {\n    const openShelf = 1\n'
  expect(definedIn(edit({ content }))).toEqual(['maxDays', 'renewLoan'])
})

test('what an edit declares anew: variables and parameters too, but nothing that the text it replaces has', () => {
  const call = edit({
    old_string: 'shelfCount := 0',
    new_string: 'func renewLoan(maxDays int) {\n\tshelfCount := 0\n\topenShelf, err := find()\n',
  })
  expect(declaredIn(call)).toEqual(['renewLoan', 'openShelf', 'maxDays'])
})

test('what is no call defines nothing', () => {
  expect(definedIn(userEvent('function renewLoan() {}', 'i1'))).toEqual([])
})
