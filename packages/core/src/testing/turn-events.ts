/** Events of a turn as tests tell them, and what the machine makes of a list of them. */
import { CallId, ItemId, RequestId, TurnId } from '@rawr/protocol'
import type { ItemDraft } from '../engine/item-draft.ts'
import { startOfTurn, turnTransition } from '../engine/turn/machine.ts'
import type { Answer, PlannedCall, SamplingFailure, TurnEffect, TurnEvent, TurnState } from '../engine/turn/state.ts'

const turnId = TurnId.parse('tn_1')
const requestId = RequestId.parse('rq_1')
export const timerId = RequestId.parse('tm_1')
const askId = RequestId.parse('ask_1')
export const at = 5_000
export const fresh = { timerId, chance: 0.5, at }
const limits = { roundsMax: 2, retriesMax: 1, offlineMsMax: 60_000 }

export const started: TurnEvent = { type: 'started', turnId, limits, approved: [], reached: false, at: 1_000 }

export const message = (text: string): ItemDraft => ({
  id: ItemId.parse('i2'),
  origin: 'assistant',
  body: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
})

export const callItem = (id: string): ItemDraft => ({
  origin: 'assistant',
  body: { type: 'function_call', name: 'read', arguments: '{}', call_id: CallId.parse(id) },
})

export const output = (id: string): ItemDraft => ({
  origin: 'tool',
  body: { type: 'function_call_output', call_id: CallId.parse(id), output: 'read', success: true },
})

export const reads = (id: string): PlannedCall => ({ callId: CallId.parse(id), alone: false, ask: null })
export const writes = (id: string): PlannedCall => ({ callId: CallId.parse(id), alone: true, ask: null })
export const asks = (id: string): PlannedCall => ({
  ...writes(id),
  ask: {
    requestId: askId,
    kind: 'exec',
    command: ['rm', 'quay.ts'],
    cwd: '/home/ada',
    reason: 'untrusted',
    keys: ['rm'],
  },
})

export const said: Answer = { items: [message('Done.')], calls: [], message: 'Done.', stop: 'end', nearlyFull: false }
export const called = (...calls: readonly PlannedCall[]): Answer => ({
  items: calls.map(({ callId }) => callItem(callId)),
  calls,
  message: null,
  stop: 'tool_calls',
  nearlyFull: false,
})
export const nothing: Answer = { items: [], calls: [], message: null, stop: 'end', nearlyFull: false }

export const answered = (answer: Answer): TurnEvent => ({ type: 'answered', requestId, answer, ...fresh })
export const failed = (failure: Partial<SamplingFailure>, nearlyFull = false): TurnEvent => ({
  type: 'sampling_failed',
  requestId,
  failure: { kind: 'server_error', message: 'The server failed.', transient: true, ...failure },
  nearlyFull,
  ...fresh,
})
export const fits: TurnEvent = { type: 'measured', fit: { kind: 'fits' }, requestId, at }
export const over = (automatic: boolean): TurnEvent => ({
  type: 'measured',
  fit: { kind: 'over', automatic, message: 'It does not fit.' },
  requestId,
  at,
})
export const builtIn: TurnEvent = { type: 'measured', fit: { kind: 'built_in' }, requestId, at }
export const compaction = (outcome: 'compacted' | 'failed'): TurnEvent => ({
  type: 'compaction_ended',
  outcome,
  message: 'There was too little to gain.',
  at,
})
export const waited: TurnEvent = { type: 'waited', timerId }
export const finished = (id: string): TurnEvent => ({
  type: 'tool_finished',
  callId: CallId.parse(id),
  output: output(id),
})
export const decided = (decision: Extract<TurnEvent, { type: 'approval_answered' }>['decision']): TurnEvent => ({
  type: 'approval_answered',
  requestId: askId,
  decision,
  at,
})
export const stopped = (partial: readonly ItemDraft[] = []): TurnEvent => ({
  type: 'stopped',
  reason: 'interrupted',
  partial,
  at,
})

export const effectName = (effect: TurnEffect): string => {
  if (effect.type === 'emit') return effect.msg.type
  if (effect.type === 'compact') return `compact ${effect.limit}`
  if (effect.type === 'end') return effect.end.kind === 'complete' ? 'complete' : `abort ${effect.end.reason}`
  return effect.type
}

export const run = (events: readonly TurnEvent[]) => {
  let state: TurnState = startOfTurn
  const effects: TurnEffect[] = []
  for (const event of events) {
    const step = turnTransition(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

export type Story = {
  readonly given: readonly TurnEvent[]
  readonly end: TurnState['name']
  readonly effects: readonly string[]
}

/** What a turn with these events comes to, by name; the first cut is left out. */
export const storyOf = (given: readonly TurnEvent[]): Omit<Story, 'given'> => {
  const { state, effects } = run([started, ...given])
  return { end: state.name, effects: effects.map(effectName).slice(1) }
}
