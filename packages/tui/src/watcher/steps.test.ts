import { RequestId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { IDLE, notify, report } from './steps.ts'

test('a report names its decision and the outcome, a notice stands as it is, and home holds nothing', () => {
  const decisionId = RequestId.parse('d1')
  expect(report(decisionId, 'vetoed')).toEqual({ type: 'report_decision', decisionId, outcome: 'vetoed' })
  expect(notify({ kind: 'timed_out' })).toEqual({ type: 'notify', notice: { kind: 'timed_out' } })
  expect(IDLE).toEqual({ name: 'idle' })
})
