import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { usedLines } from './future-use.ts'
import type { SessionEvent } from './normal-form.ts'

const say = (text: string, id: string): SessionEvent => ({ ...userEvent(text, id), kind: 'say' })
const write = (content: string, id: string): SessionEvent => ({
  ...userEvent(content, id),
  kind: 'call',
  tool: 'Write',
  input: { content },
})
const keysOf = (future: readonly SessionEvent[]) => usedLines({ future }).flatMap(({ keys }) => keys)

test('a name that the agent declares itself is not used from the past, not even later', () => {
  expect(keysOf([write('function renewLoan() {}', 'i1'), say('renewLoan reads maxDays', 'i2')])).toEqual(['maxDays'])
})

test('a name used before it is declared was known', () => {
  expect(keysOf([say('next renewLoan', 'i1'), write('function renewLoan() {}', 'i2')])).toEqual([
    'renewLoan',
    'renewLoan',
  ])
})

test('what others said or returned is no use', () => {
  expect(keysOf([userEvent('renewLoan', 'i1'), { ...userEvent('openShelf', 'i2'), kind: 'result' }])).toEqual([])
})

test('an anchor copied into an edit is no use of the names on it', () => {
  const input = { old_string: 'renewLoan(\n', new_string: 'renewLoan(\n  maxDays,\n' }
  const edit = { ...userEvent(`Edit\n${input.old_string}\n${input.new_string}`, 'i1'), kind: 'call' as const, input }
  expect(keysOf([edit])).toEqual(['maxDays'])
})
