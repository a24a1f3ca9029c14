import { describe, expect, it } from 'vitest'
import { call, type Draft, historyWith, result } from '../testing/items.ts'
import type { Ledger } from './facts.ts'
import { ledgerOf } from './ledger.ts'

const read = (drafts: readonly Draft[]): Ledger => ledgerOf(historyWith(drafts))

describe('a plan that is written step by step', () => {
  it('follows a plan that is written step by step', () => {
    const ledger = read([
      call('1', 'TaskCreate', { subject: 'one' }),
      result('1', 'ok'),
      call('2', 'TaskCreate', { subject: 'two' }),
      result('2', 'ok'),
      call('3', 'TaskUpdate', { taskId: '2', status: 'in_progress' }),
      result('3', 'ok'),
      call('4', 'TaskUpdate', { taskId: '9', status: 'completed' }),
      result('4', 'ok'),
    ])
    expect(ledger.plan?.steps).toEqual([
      { step: 'one', status: 'pending' },
      { step: 'two', status: 'in_progress' },
    ])
  })

  it('keeps the numbers of later steps when one is removed', () => {
    const ledger = read([
      ...['one', 'two', 'three'].flatMap((subject) => [
        call(subject, 'TaskCreate', { subject }),
        result(subject, 'ok'),
      ]),
      call('4', 'TaskUpdate', { taskId: '2', status: 'deleted' }),
      result('4', 'ok'),
      call('5', 'TaskUpdate', { taskId: '3', status: 'completed' }),
      result('5', 'ok'),
    ])
    expect(ledger.plan?.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
      'one pending',
      ' completed',
      'three completed',
    ])
  })
})
