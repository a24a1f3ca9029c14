import { expect, test } from 'vitest'
import { FAULT_TABLE, type FaultKind, faultRow } from './fault-table.ts'

const of = (outcome: string) =>
  Object.entries(FAULT_TABLE)
    .filter(([, row]) => row.outcome === outcome)
    .map(([kind]) => kind)

test('only what is too large is compacted, a rate limit never', () => {
  expect(of('compact')).toEqual(['overflow', 'too_large'])
  expect(of('wait')).toEqual(['unreachable'])
  expect(of('stop')).toEqual(['unauthorized', 'not_found', 'refused', 'aborted'])
})

test('what a provider did is not called a failure of the model', () => {
  const provider: readonly FaultKind[] = ['rate_limited', 'server_error', 'unreachable', 'stream_cut', 'stream_idle']
  expect(provider.map((kind) => faultRow(kind).reason)).toEqual(provider.map(() => 'provider_unreachable'))
})
