/** Events of a session as tests tell them, and what the machine makes of a list of them. */
import { ClientId, CompactionId, RequestId, SequenceId, SubmissionId, type Trigger, TurnId } from '@rawr/protocol'
import { sessionTransition } from '../engine/session/machine.ts'
import {
  newSession,
  type SessionEffect,
  type SessionEvent,
  type SessionInput,
  type SessionState,
} from '../engine/session/state.ts'

export const driver = ClientId.parse('cl_driver')
export const viewer = ClientId.parse('cl_viewer')
const sequenceId = SequenceId.parse('sq_1')
const requestId = RequestId.parse('rq_1')

/** Every step has the same fresh ids where a drawing must stay finite, and numbered ones elsewhere. */
export const withFresh = (input: SessionInput, n = 1): SessionEvent => ({
  ...input,
  fresh: { turnId: TurnId.parse(`tn_${n}`), compactionId: CompactionId.parse(`cp_${n}`), at: 1_000 },
})

export const message = (
  name: string,
  more: Partial<Extract<SessionInput, { type: 'message_submitted' }>> = {},
): SessionInput => {
  const id = SubmissionId.parse(name)
  const input = { submission_id: id, items: [{ type: 'text' as const, text: name }], origin: 'user' as const }
  return { type: 'message_submitted', id, from: viewer, input, steers: false, refusal: null, text: name, ...more }
}

export const steering = (name: string): SessionInput => message(name, { steers: true })
export const prompt = (name: string, from = driver): SessionInput => {
  const id = SubmissionId.parse(name)
  const input = {
    submission_id: id,
    items: [{ type: 'text' as const, text: name }],
    origin: 'packet_prompt' as const,
    sequence_id: sequenceId,
  }
  return message(name, { from, input })
}
export const compact = (name: string, trigger: Trigger = 'manual', from = viewer): SessionInput => ({
  type: 'compact_submitted',
  id: SubmissionId.parse(name),
  from,
  ask: {
    submissionId: SubmissionId.parse(name),
    trigger,
    options: { trigger },
    planId: null,
    decisionId: null,
    packetAuthor: 'none',
  },
  refusal: null,
})
export const attached = (clientId: ClientId): SessionInput => ({
  type: 'client_attached',
  clientId,
  name: 'a client',
  canDrive: true,
  canAnswer: true,
})
export const detached = (clientId: ClientId): SessionInput => ({ type: 'client_detached', clientId })
export const hold = (from = driver): SessionInput => ({
  type: 'hold_submitted',
  id: SubmissionId.parse('sb_hold'),
  from,
  sequenceId,
  deadline: 1_000,
})
export const release = (handoff: string | null, from = driver): SessionInput => ({
  type: 'release_submitted',
  id: SubmissionId.parse('sb_release'),
  from,
  sequenceId,
  handoff,
})
export const contextRead: SessionInput = { type: 'context_read' }
export const deadline: SessionInput = { type: 'deadline_passed', sequenceId }
export const interrupt: SessionInput = { type: 'interrupt_submitted', id: SubmissionId.parse('sb_stop'), from: viewer }
export const cut: SessionInput = { type: 'turn_reached_cut' }
export const wants: SessionInput = {
  type: 'turn_wants_compaction',
  trigger: 'hard_limit',
  decisionId: null,
  packetAuthor: 'none',
  handoff: null,
}
export const compacted = (n: number, outcome: 'compacted' | 'failed' = 'compacted'): SessionInput => ({
  type: 'compaction_ended',
  compactionId: CompactionId.parse(`cp_${n}`),
  outcome,
  message: '',
})
export const overdue = (n: number): SessionInput => ({
  type: 'compaction_overdue',
  compactionId: CompactionId.parse(`cp_${n}`),
})
export const turnEnded = (n: number): SessionInput => ({ type: 'turn_ended', turnId: TurnId.parse(`tn_${n}`) })
export const approval = (awaited: boolean): SessionInput => ({
  type: 'approval_submitted',
  id: SubmissionId.parse('sb_yes'),
  from: viewer,
  requestId,
  decision: 'approved',
  awaited,
})
export const closed: SessionInput = { type: 'close_requested' }

export const effectName = (effect: SessionEffect): string => {
  if (effect.type === 'accept') return `accept ${effect.outcome}`
  if (effect.type === 'reject') return `reject ${effect.refusal.code}`
  if (effect.type === 'log_queue') return `log ${effect.change.change}`
  if (effect.type === 'emit') return effect.msg.type
  if (effect.type === 'start_turn') return effect.handoff === null ? 'start_turn' : 'start_turn with handoff'
  if (effect.type === 'start_compaction') return effect.midTurn ? 'start_compaction mid-turn' : 'start_compaction'
  return effect.type
}

export const nameOf = ({ phase, hold: held, wanted }: SessionState): string =>
  `${phase.name}${held === null ? '' : '_held'}${wanted === null ? '' : '_wanted'}`

export const run = (inputs: readonly SessionInput[]) => {
  let state: SessionState = newSession
  const effects: SessionEffect[] = []
  for (const [n, input] of inputs.entries()) {
    const step = sessionTransition(state, withFresh(input, n))
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

/** Where the session is after these events, and what the last one alone asked for. The nth event brings turn and compaction n. */
export const storyOf = (
  given: readonly SessionInput[],
): { readonly end: string; readonly effects: readonly string[] } => {
  const before = run(given.slice(0, -1)).effects.length
  const { state, effects } = run(given)
  return { end: nameOf(state), effects: effects.slice(before).map(effectName) }
}

export const scene = [attached(driver), attached(viewer), contextRead]
