import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, result } from '../testing/items.ts'
import type { Ledger } from './facts.ts'
import { ledgerOf } from './ledger.ts'

const read = (drafts: readonly Draft[]): Ledger => ledgerOf(historyWith(drafts))
const run = (callId: string, command: string, output: string, exitCode: number): readonly Draft[] => [
  call(callId, 'shell', { command }),
  result(callId, output, exitCode),
]

describe('errors in the ledger', () => {
  it('closes an error when the same command is well again', () => {
    const ledger = read([...run('1', 'npm test', 'error: 2 failed', 1), ...run('2', 'npm test', 'ok', 0)])
    expect(ledger.errors).toMatchObject([
      { source: 'npm test', line: 'error: 2 failed', id: 'i2', times: 1, resolvedBy: 'i4' },
    ])
  })

  it('counts an error that comes back, figures apart, and opens it again', () => {
    const ledger = read([
      ...run('1', 'npm test', 'error at line 4', 1),
      ...run('2', 'npm test', 'ok', 0),
      ...run('3', 'npm test', 'error at line 9', 1),
    ])
    expect(ledger.errors).toMatchObject([{ line: 'error at line 4', times: 2, resolvedBy: null }])
  })

  it('only calls an error quiet when another run of the program was well', () => {
    const ledger = read([...run('1', 'npm test a', 'error: a', 1), ...run('2', 'npm test b', 'ok', 0)])
    expect(ledger.errors).toMatchObject([{ resolvedBy: null, quietSince: 'i4' }])
  })

  it('does not take a search without result for an error', () => {
    expect(
      read([...run('1', 'grep -n foo a.ts', '', 1), ...run('2', 'cat nowhere.ts', 'no such file', 1)]).errors,
    ).toEqual([])
  })
})
