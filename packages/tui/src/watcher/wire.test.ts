import { type Event, type EventMsg, RequestId, SequenceId, SubmissionId, ThreadId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { WatcherEvent } from './state.ts'
import { machineEvent, opOf } from './wire.ts'

const id = SubmissionId.parse('u1')
const turn_id = TurnId.parse('t1')
const next = { sequenceId: SequenceId.parse('s1'), submissionId: SubmissionId.parse('u2') }

test('wire events become machine events under the id they answer', () => {
  const rows: readonly (readonly [EventMsg, WatcherEvent | null])[] = [
    [
      { type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 },
      { type: 'turn_completed', submissionId: id, evaluation: null, packet: null, at: 5, next },
    ],
    [
      { type: 'turn_aborted', turn_id, reason: 'interrupted' },
      { type: 'turn_failed', submissionId: id, message: 'interrupted' },
    ],
    [
      { type: 'compact_failed', reason: 'no_gain', error_message: 'too little' },
      { type: 'compaction_failed', submissionId: id, message: 'too little' },
    ],
    [{ type: 'warning', message: 'x' }, null],
  ]
  for (const [msg, expected] of rows) {
    const event: Event = { type: 'event', thread_id: ThreadId.parse('th'), id, msg }
    expect(machineEvent(event, () => ({ at: 5, next, evaluation: null, packet: null }))).toEqual(expected)
  }
})

test('effects become ops', () => {
  const { sequenceId } = next
  const rows: readonly (readonly [Parameters<typeof opOf>[0], object])[] = [
    [
      { type: 'submit_compact', submissionId: id, decisionId: RequestId.parse('d1'), packetAuthor: 'agent' },
      { type: 'compact', trigger: 'auto_watcher', decision_id: 'd1', packet_author: 'agent' },
    ],
    [
      { type: 'hold_input', sequenceId, deadline: 9 },
      { type: 'hold_input', sequence_id: 's1', deadline: 9 },
    ],
    [
      { type: 'release_input', sequenceId, handoff: null },
      { type: 'release_input', sequence_id: 's1' },
    ],
    [
      { type: 'release_input', sequenceId, handoff: 'h' },
      { type: 'release_input', sequence_id: 's1', handoff: 'h' },
    ],
    [{ type: 'interrupt' }, { type: 'interrupt' }],
  ]
  for (const [effect, op] of rows) expect(opOf(effect)).toEqual(op)
})
