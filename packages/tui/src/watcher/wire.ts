/** The two tables between the wire and the machine: which event of a core means what, and which op an effect is. */
import type { Event, Op, UnixMillis } from '@rawr/protocol'
import type { Evaluation, NextIds, WatcherEffect, WatcherEvent } from './state.ts'

export type TurnEnd = {
  readonly evaluation: Evaluation | null
  readonly packet: string | null
  readonly at: UnixMillis
  readonly next: NextIds
}

/** `null`: the event moves nothing; it is remembered elsewhere. `turnEnd` is called only where a turn ended. */
export const machineEvent = ({ id, msg }: Event, turnEnd: () => TurnEnd): WatcherEvent | null => {
  if (msg.type === 'turn_complete') return { type: 'turn_completed', submissionId: id, ...turnEnd() }
  if (msg.type === 'turn_aborted') return { type: 'turn_failed', submissionId: id, message: msg.message ?? msg.reason }
  if (msg.type === 'context_compacted') return { type: 'history_replaced', submissionId: id }
  if (msg.type === 'compact_failed')
    return { type: 'compaction_failed', submissionId: id, message: msg.error_message ?? msg.reason }
  return null
}

type OpEffect = Exclude<
  WatcherEffect,
  { type: 'notify' | 'report_decision' | 'submit_judgment' | 'submit_prompt' | 'submit_continuation' }
>

export const opOf = (effect: OpEffect): Op => {
  switch (effect.type) {
    case 'submit_compact':
      return {
        type: 'compact',
        trigger: 'auto_watcher',
        decision_id: effect.decisionId,
        packet_author: effect.packetAuthor,
      }
    case 'hold_input':
      return { type: 'hold_input', sequence_id: effect.sequenceId, deadline: effect.deadline }
    case 'release_input':
      return {
        type: 'release_input',
        sequence_id: effect.sequenceId,
        ...(effect.handoff === null ? {} : { handoff: effect.handoff }),
      }
    case 'interrupt':
      return { type: 'interrupt' }
  }
}
