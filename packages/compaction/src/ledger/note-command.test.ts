import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, result } from '../testing/items.ts'
import type { Ledger } from './facts.ts'
import { ledgerOf } from './ledger.ts'
import { commandKey } from './note-command.ts'

const read = (drafts: readonly Draft[]): Ledger => ledgerOf(historyWith(drafts))
const run = (callId: string, command: string, output: string, exitCode: number): readonly Draft[] => [
  call(callId, 'shell', { command }),
  result(callId, output, exitCode),
]

describe('commands in the ledger', () => {
  it('keeps the last state of each command', () => {
    const ledger = read([
      ...run('1', 'npm test', 'error: 2 failed', 1),
      ...run('2', 'cd app && npm test 2>&1 | tail -5', 'all well', 0),
    ])
    expect([...ledger.commands.values()]).toEqual([
      { command: 'npm test', runs: 2, state: 'ok', exitCode: 0, last: 'i4', at: 3 },
    ])
  })

  it('names one command one way', () => {
    expect(commandKey('cd /x && npm   test 2>&1 | head -n 20')).toBe('npm test')
    expect(commandKey('npm test | grep x')).toBe('npm test | grep x')
  })
})
