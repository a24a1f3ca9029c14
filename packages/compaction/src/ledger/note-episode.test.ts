import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, result } from '../testing/items.ts'
import { ledgerOf } from './ledger.ts'

const outcomes = (drafts: readonly Draft[]): readonly string[] =>
  ledgerOf(historyWith(drafts)).episodes.map(({ outcome, at }) => `${at} ${outcome}`)
const run = (callId: string, command: string, exitCode: number): readonly Draft[] => [
  call(callId, 'shell', { command }),
  result(callId, 'error: x', exitCode),
]
const plan = (callId: string, status: string): readonly Draft[] => [
  call(callId, 'update_plan', { plan: [{ step: 'read it', status }] }),
  result(callId, 'ok'),
]

describe('a stretch of the work is finished', () => {
  const check = (name: string, drafts: readonly Draft[], expected: readonly string[]) =>
    it(name, () => {
      expect(outcomes(drafts)).toEqual(expected)
    })
  check('by a commit that went through', run('1', 'cd app && git commit -am "Split \\"it\\""', 0), [
    '0 committed: Split \\"it\\"',
  ])
  check(
    'by a commit whose message is a here-document',
    run('1', `git commit -m "$(cat <<'EOF'\nSplit it\nEOF\n)"`, 0),
    ['0 committed: Split it'],
  )
  check(
    'not by a commit that failed, nor by words about one',
    [...run('1', 'git commit -m x', 1), ...run('2', 'ls', 0)],
    [],
  )
  check(
    'by a plan step that is done, once',
    [...plan('1', 'pending'), ...plan('2', 'completed'), ...plan('3', 'completed')],
    ['2 done: read it'],
  )
  check(
    'by a failing command that is well again, once',
    [...run('1', 'npm test', 1), ...run('2', 'npm test', 0), ...run('3', 'npm test', 0)],
    ['3 well again: npm test'],
  )
})
