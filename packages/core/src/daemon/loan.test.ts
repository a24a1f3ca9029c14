import { expect, test } from 'vitest'
import { loanOf } from './loan.ts'

test('a loan is only what was brought', () => {
  const id = 'sb_1' as never
  expect(loanOf({ type: 'submission', id, op: { type: 'thread_start', cwd: '/quay', api_key: 'k' } })).toEqual({
    cwd: '/quay',
    apiKey: 'k',
  })
  expect(() => loanOf({ type: 'submission', id, op: { type: 'interrupt' } })).toThrow('lends nothing')
})
