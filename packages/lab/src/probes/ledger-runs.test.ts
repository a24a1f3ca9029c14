import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { commandKey, errorSignature, isShell, runNotes, testNotes, UNCLEAR } from './ledger-runs.ts'
import type { SessionEvent } from './normal-form.ts'

const result = (text: string, ok?: boolean): SessionEvent => ({
  ...userEvent(text, 'i2'),
  kind: 'result',
  ...(ok === undefined ? {} : { ok }),
})
const shell = (command: string): SessionEvent => ({
  ...userEvent('', 'i1'),
  kind: 'call',
  tool: 'Bash',
  input: { command },
})

test.each<[string, readonly string[]]>([
  ['--- FAIL: TestLoan (0.01s)\nok  \tlib/shelf\t0.2s', ['TestLoan fail', 'lib/shelf pass']],
  ['test shelf::opens ... ok\ntest shelf::shuts ... FAILED', ['shelf::opens pass', 'shelf::shuts fail']],
  ['FAILED tests/test_loan.py::test_days', ['tests/test_loan.py::test_days fail']],
  [' ✓ renews a loan (3 ms)\n ✗ counts days', ['renews a loan pass', 'counts days fail']],
  ['not ok 2 - counts days', ['counts days fail']],
  ['nothing of the kind', []],
])('%s', (text, expected) => {
  expect(testNotes(result(text)).map(({ key, value }) => `${key} ${value}`)).toEqual(expected)
})

test('a command is known by its last part that is no filter', () => {
  expect(commandKey(shell('cd lib && go test ./... 2>&1 | tail -3'))).toBe('go test ./...')
  expect(commandKey(shell(''))).toBeUndefined()
})

test('an outcome is noted only where the recording tells it', () => {
  expect(runNotes(shell('go test'), result('', false))).toEqual([{ type: 'cmd', key: 'go test', value: 'failed' }])
  expect(runNotes(shell('go test'), result(''))).toEqual([])
  expect(isShell({ ...shell('x'), tool: 'Read' })).toBe(false)
})

test('the same fault at another line has the same signature', () => {
  expect(errorSignature(result('build\nloan.go:12: undefined: days'))).toBe(
    errorSignature(result('loan.go:99: undefined: days')),
  )
  expect(errorSignature(result('  \n'))).toBeUndefined()
})

test('an exit code behind a pipe says nothing of the command', () => {
  const call = {
    ...userEvent('', 'i1'),
    kind: 'call' as const,
    tool: 'Bash',
    input: { command: 'go test ./... | tail -3' },
  }
  const result = { ...userEvent('', 'i2'), kind: 'result' as const, ok: true }
  expect(runNotes(call, result)).toEqual([{ type: 'cmd', key: 'go test ./...', value: UNCLEAR }])
})
