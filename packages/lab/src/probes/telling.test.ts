import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import type { SessionEvent } from './normal-form.ts'
import { type LineNature, naturedLines } from './telling.ts'

const event = (kind: SessionEvent['kind'], text: string, more: Partial<SessionEvent> = {}): SessionEvent => ({
  ...userEvent(text, 'i1'),
  kind,
  ...more,
})
const natures = (one: SessionEvent): readonly LineNature[] => naturedLines(one).map(({ nature }) => nature)

test.each<[string, LineNature]>([
  ['10:12 INFO loan saved shelf_count=3 max_days=4', 'record'],
  ['Loan state: LoanID=7, MaxDays=4, Shelf=red', 'record'],
  ['{"time":"10:12","loan_id":7,"max_days":4}', 'record'],
  ['lib/loan.go:12:3: error returned from renewLoan is unwrapped', 'message'],
  ['<tool_use_error>renewLoan: Grep failed', 'record'],
  ['    loan_test.go:12: renewLoan should have a period', 'message'],
  ['   12→	open(shelfCount="3", maxDays="4", dueDay="5")', 'telling'],
  ['renewLoan extends the period', 'telling'],
])('in a result, %s is %s', (text, expected) => {
  expect(natures(event('result', text))).toEqual([expected])
})

test('the lines of a script are commands, its comments tell, and no argument gives company', () => {
  const script = event(
    'call',
    'Write run.sh\n#!/bin/bash\n# renewLoan extends maxDays\nloan --local-only "add renewLoan to lib/loan.py"',
    { tool: 'Write', path: 'run.sh' },
  )
  expect(natures(script)).toEqual(['message', 'command', 'telling', 'command'])
  expect(naturedLines(script).at(-1)).toMatchObject({
    keys: ['lib/loan.py', 'renewLoan', '--local-only'],
    company: ['--local-only'],
  })
})

test('a script is known by its first line too, and fenced shell is a script', () => {
  expect(natures(event('result', '     1→#!/usr/bin/env bash\n     2→loan renewLoan'))).toEqual(['command', 'command'])
  expect(natures(event('say', 'renewLoan runs so:\n```bash\nloan renewLoan\n```\nand then ends'))).toEqual([
    'telling',
    'telling',
    'command',
    'telling',
    'telling',
  ])
})

test.each<[SessionEvent['kind'], string, LineNature]>([
  ['user', 'mmm, I’m less worried about renewLoan I think', 'doubt'],
  ['user', 'does renewLoan extend the period?', 'doubt'],
  ['user', 'renewLoan extends the period', 'telling'],
  ['say', 'Now let me look at renewLoan and maxDays', 'doubt'],
  ['say', 'I’ll take renewLoan instead of maxDays, it extends the period', 'telling'],
])('%s: %s is %s', (kind, text, expected) => {
  expect(natures(event(kind, text))).toEqual([expected])
})

test('what the tools say of themselves tells nothing of the names: the head of a call, and the answer of a list of tasks', () => {
  expect(natures(event('call', 'Grep renewLoan\nextends maxDays', { tool: 'Grep' }))).toEqual(['message', 'telling'])
  expect(natures(event('result', 'Task renewLoan created successfully', { tool: 'TaskCreate' }))).toEqual(['message'])
})
