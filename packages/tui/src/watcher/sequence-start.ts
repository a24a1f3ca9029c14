/** How a sequence begins: the user is told, messages are held, and whoever writes the packet is asked. */
import { go, type Step } from '@rawr/protocol'
import {
  COMPACTION_DEADLINE_MS,
  type Evaluation,
  type InSequence,
  PROMPT_SILENCE_MS,
  type WatcherEffect,
  type WatcherEvent,
  type WatcherState,
} from './state.ts'
import { notify, report } from './steps.ts'

type WatcherStep = Step<WatcherState, WatcherEffect>
type Start = Extract<WatcherEvent, { type: 'turn_completed' | 'user_message_ready' | 'judged' | 'idled' }>

/** Before a message that waits to be sent nobody is asked for anything: it would wait twice. */
export const begin = (event: Start, evaluation: Evaluation): WatcherStep => {
  const { at, next } = event
  const { sequenceId, submissionId } = next
  const { decisionId, handoff } = evaluation
  const isPrompting = event.type !== 'user_message_ready'
  const asksAgent = isPrompting && evaluation.packetAuthor === 'agent'
  const asksNotes = isPrompting && evaluation.scratch === 'asked'
  const before: readonly WatcherEffect[] = [
    report(decisionId, 'pending'),
    notify({ kind: 'heads_up', text: evaluation.headsUp }),
  ]
  const continues = isPrompting && evaluation.continues
  const base = { sequenceId, submissionId, decisionId, handoff, continues }
  if (!asksAgent && !asksNotes) return compact({ ...base, at, packetAuthor: 'watcher' }, ...before)
  const deadline = at + PROMPT_SILENCE_MS
  const name = asksAgent ? 'awaiting_packet' : 'awaiting_scratch_write'
  const asks = asksAgent ? (asksNotes ? 'scratch_and_packet' : 'packet') : 'scratch'
  return go<WatcherState, WatcherEffect>(
    { name, ...base, deadline },
    ...before,
    { type: 'hold_input', sequenceId, deadline: deadline + COMPACTION_DEADLINE_MS },
    { type: 'submit_prompt', asks, sequenceId, submissionId },
  )
}

export type Compaction = Omit<InSequence, 'deadline'> & {
  readonly at: number
  readonly packetAuthor: 'agent' | 'watcher'
}

/** Holds again: a prompt may have used up the time of the first hold. */
export const compact = (
  { at, packetAuthor, ...sequence }: Compaction,
  ...before: readonly WatcherEffect[]
): WatcherStep => {
  const deadline = at + COMPACTION_DEADLINE_MS
  const { sequenceId, submissionId, decisionId } = sequence
  return go<WatcherState, WatcherEffect>(
    { name: 'compacting', ...sequence, deadline, packetAuthor },
    ...before,
    { type: 'hold_input', sequenceId, deadline },
    { type: 'submit_compact', submissionId, decisionId, packetAuthor },
  )
}
