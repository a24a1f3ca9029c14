import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { anchorLines, declaredIn, definedIn } from './definitions.ts'
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

test('an anchor is not what was edited', () => {
  const call = edit({
    old_string: 'func renewLoan() {\n',
    new_string: '// openShelf opens.\nfunc openShelf() {\n\topen()\n}\n\nfunc renewLoan() {\n',
  })
  expect(definedIn(call)).toEqual(['openShelf'])
  expect(anchorLines(call)).toEqual(new Set(['func renewLoan() {', '']))
})

test('a changed line under a definition edits it, and so does one that is taken away', () => {
  const text = 'func renewLoan() {\n\tcount()\n\tprint()\n}\n\nfunc shutShelf() {\n\tshut()\n}\n'
  const one = edit({ old_string: text, new_string: text.replace('count()', 'add()') })
  const two = edit({ old_string: text, new_string: text.replace('\tprint()\n', '') })
  expect([definedIn(one), definedIn(two)]).toEqual([['renewLoan'], ['renewLoan']])
})

test('of a patch only what its marks change', () => {
  const input = '*** Begin Patch\n@@\n func renewLoan() {\n \tcount()\n }\n+func openShelf() {\n+}\n*** End Patch'
  expect(definedIn(edit({ input }))).toEqual(['openShelf'])
})
