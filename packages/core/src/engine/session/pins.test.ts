import { SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { compact, message, scene, storyOf, viewer } from '../../testing/session-events.ts'
import type { SessionInput } from './state.ts'

const pin: SessionInput = {
  type: 'pins_submitted',
  id: SubmissionId.parse('sb_p'),
  from: viewer,
  change: { pinned: [{ kind: 'fact', text: 'The port is 4711.' }], unpinned: [] },
  refusal: null,
}

const last = (given: readonly SessionInput[], count: number) => storyOf(given).effects.slice(-count)

test('pins change at any time but under a compaction, and for anybody', () => {
  expect(last([...scene, pin], 2)).toEqual(['log_pins', 'accept started'])
  expect(last([...scene, message('sb_a'), pin], 2)).toEqual(['log_pins', 'accept started'])
  expect(last([...scene, compact('sb_c'), pin], 1)).toEqual(['reject busy'])
})

test('what names nothing is refused', () => {
  expect(last([...scene, { ...pin, refusal: { code: 'invalid', message: '' } }], 1)).toEqual(['reject invalid'])
})
