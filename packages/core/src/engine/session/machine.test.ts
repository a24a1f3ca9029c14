import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ClientId,
  CompactionId,
  PlanId,
  RequestId,
  SequenceId,
  SubmissionId,
  type Trigger,
  TurnId,
} from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUEUE_MAX } from '../input-queue.ts'
import { sessionTransition } from './machine.ts'
import { newSession, type SessionEffect, type SessionEvent, type SessionInput, type SessionState } from './state.ts'

const driver = ClientId.parse('cl_driver')
const viewer = ClientId.parse('cl_viewer')
const sequenceId = SequenceId.parse('sq_1')
const requestId = RequestId.parse('rq_1')

/** Every step has the same fresh ids where a drawing must stay finite, and numbered ones elsewhere. */
const withFresh = (input: SessionInput, n = 1): SessionEvent => ({
  ...input,
  fresh: { turnId: TurnId.parse(`tn_${n}`), compactionId: CompactionId.parse(`cp_${n}`), at: 1_000 },
})

const message = (
  name: string,
  more: Partial<Extract<SessionInput, { type: 'message_submitted' }>> = {},
): SessionInput => {
  const id = SubmissionId.parse(name)
  const input = { submission_id: id, items: [{ type: 'text' as const, text: name }], origin: 'user' as const }
  return { type: 'message_submitted', id, from: viewer, input, steers: false, refusal: null, text: name, ...more }
}

const steering = (name: string): SessionInput => message(name, { steers: true })
const prompt = (name: string, from = driver): SessionInput => {
  const id = SubmissionId.parse(name)
  const input = {
    submission_id: id,
    items: [{ type: 'text' as const, text: name }],
    origin: 'packet_prompt' as const,
    sequence_id: sequenceId,
  }
  return message(name, { from, input })
}
const compact = (name: string, trigger: Trigger = 'manual', from = viewer): SessionInput => ({
  type: 'compact_submitted',
  id: SubmissionId.parse(name),
  from,
  ask: { submissionId: SubmissionId.parse(name), trigger, options: { trigger }, planId: null },
  refusal: null,
})
const attached = (clientId: ClientId): SessionInput => ({ type: 'client_attached', clientId, name: 'a client' })
const detached = (clientId: ClientId): SessionInput => ({ type: 'client_detached', clientId })
const hold = (from = driver): SessionInput => ({
  type: 'hold_submitted',
  id: SubmissionId.parse('sb_hold'),
  from,
  sequenceId,
  deadline: 1_000,
})
const release = (handoff: string | null, from = driver): SessionInput => ({
  type: 'release_submitted',
  id: SubmissionId.parse('sb_release'),
  from,
  sequenceId,
  handoff,
})
const contextRead: SessionInput = { type: 'context_read' }
const deadline: SessionInput = { type: 'deadline_passed', sequenceId }
const interrupt: SessionInput = { type: 'interrupt_submitted', id: SubmissionId.parse('sb_stop'), from: viewer }
const cut: SessionInput = { type: 'turn_reached_cut' }
const wants: SessionInput = { type: 'turn_wants_compaction', trigger: 'hard_limit' }
const compacted = (n: number, outcome: 'compacted' | 'failed' = 'compacted'): SessionInput => ({
  type: 'compaction_ended',
  compactionId: CompactionId.parse(`cp_${n}`),
  outcome,
  message: '',
})
const overdue = (n: number): SessionInput => ({
  type: 'compaction_overdue',
  compactionId: CompactionId.parse(`cp_${n}`),
})
const turnEnded = (n: number): SessionInput => ({ type: 'turn_ended', turnId: TurnId.parse(`tn_${n}`) })
const approval = (awaited: boolean): SessionInput => ({
  type: 'approval_submitted',
  id: SubmissionId.parse('sb_yes'),
  from: viewer,
  requestId,
  decision: 'approved',
  awaited,
})
const closed: SessionInput = { type: 'close_requested' }

const effectName = (effect: SessionEffect): string => {
  switch (effect.type) {
    case 'accept':
      return `accept ${effect.outcome}`
    case 'reject':
      return `reject ${effect.refusal.code}`
    case 'log_queue':
      return `log ${effect.change.change}`
    case 'emit':
      return effect.msg.type
    case 'start_turn':
      return effect.handoff === null ? 'start_turn' : 'start_turn with handoff'
    case 'start_compaction':
      return effect.midTurn ? 'start_compaction mid-turn' : 'start_compaction'
    default:
      return effect.type
  }
}

const nameOf = ({ phase, hold: held, wanted }: SessionState): string =>
  `${phase.name}${held === null ? '' : '_held'}${wanted === null ? '' : '_wanted'}`

const samples: readonly Sample<SessionEvent>[] = (
  [
    ['context_read', contextRead],
    ['message_submitted', message('sb_a')],
    ['user_input submitted', steering('sb_b')],
    ['prompt_submitted', prompt('sb_p')],
    ['hold_submitted', hold()],
    ['release_submitted', release(null)],
    ['deadline_passed', deadline],
    ['interrupt_submitted', interrupt],
    ['compact_submitted', compact('sb_c')],
    ['turn_reached_cut', cut],
    ['turn_wants_compaction', wants],
    ['compaction_ended', compacted(1)],
    ['compaction_overdue', overdue(1)],
    ['turn_ended', turnEnded(1)],
    ['close_requested', closed],
  ] as const
).map(([label, input]) => ({ label, event: withFresh(input) }))

const golden = fileURLToPath(new URL('../../../../../docs/machines/session.mmd', import.meta.url))

test('the drawing of the machine is the one in docs/machines', () => {
  const start: SessionState = { ...newSession, clients: [{ clientId: driver, name: 'a client' }] }
  // Messages pile up without an end: the drawing keeps those that wait by name, once.
  const transition = (state: SessionState, event: SessionEvent) => {
    const step = sessionTransition(state, event)
    const queue = [...new Map(step.state.queue.map((input) => [input.submission_id, input])).values()]
    return { ...step, state: { ...step.state, queue } }
  }
  const drawing = drawMachine({ start, samples, transition, nameOf, effectName })
  // Rewritten by hand only, and never under CI.
  if (process.env.UPDATE === '1' && process.env.CI === undefined) {
    mkdirSync(dirname(golden), { recursive: true })
    writeFileSync(golden, drawing)
  }
  expect(drawing).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '')
})

const run = (inputs: readonly SessionInput[]) => {
  let state: SessionState = newSession
  const effects: SessionEffect[] = []
  for (const [n, input] of inputs.entries()) {
    const step = sessionTransition(state, withFresh(input, n))
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

/** What is asked for by the last event alone; the earlier ones set the scene. The nth event brings turn and compaction n. */
const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) => {
  const before = run(given.slice(0, -1))
  const after = run(given)
  const asked = after.effects.slice(before.effects.length)
  expect({ end: nameOf(after.state), effects: asked.map(effectName) }).toEqual({ end, effects })
}

const scene = [attached(driver), attached(viewer), contextRead]

test('a message is in the log before its sender is told, and starts a turn where nothing runs', () => {
  check([...scene, message('sb_a')], 'running', ['log added', 'accept started', 'start_turn'])
})

test('before the initial context is read a message waits, and goes first', () => {
  check([message('sb_a')], 'opening', ['log added', 'accept started'])
  check([message('sb_a'), contextRead], 'running', ['start_turn', 'queue_changed'])
})

test('while a turn runs a message is queued and goes when the turn has ended, in order', () => {
  check([...scene, message('sb_a'), message('sb_b')], 'running', ['log added', 'accept queued', 'queue_changed'])
  const { effects } = run([...scene, message('sb_a'), message('sb_b'), message('sb_c'), turnEnded(3), turnEnded(6)])
  const started = effects.flatMap((effect) => (effect.type === 'start_turn' ? [effect.input.submission_id] : []))
  expect(started).toEqual(['sb_a', 'sb_b', 'sb_c'])
})

test('steering is read at the next cut, ahead of what is queued, and becomes a turn where none came', () => {
  check([...scene, message('sb_a'), message('sb_b'), steering('sb_c'), cut], 'running', [
    'add_input',
    'queue_changed',
    'measure',
  ])
  check([...scene, message('sb_a'), steering('sb_c'), turnEnded(3)], 'running', ['start_turn', 'queue_changed'])
})

test('refusals keep nothing and start nothing', () => {
  const refusal = { code: 'input_too_large', message: 'too large' } as const
  check([...scene, message('sb_a', { refusal })], 'idle', ['reject input_too_large'])
  check([...scene, prompt('sb_p', viewer)], 'idle', ['reject not_driver'])
  check([...scene, hold(viewer)], 'idle', ['reject not_driver'])
  check([...scene, compact('sb_c', 'auto_watcher')], 'idle', ['reject not_driver'])
  check([...scene, approval(false)], 'idle', ['reject no_such_approval'])
  check([...scene, message('sb_a'), prompt('sb_p')], 'running', ['reject busy'])
  const many = Array.from({ length: QUEUE_MAX }, (_, n) => message(`sb_${n}`))
  check([...scene, message('sb_a'), ...many, message('sb_last')], 'running', ['reject queue_full'])
})

test('a sequence holds every client’s messages, its own prompts pass, and the release brings the handoff in front', () => {
  check([...scene, hold()], 'idle_held', ['log held', 'accept started', 'set_deadline'])
  check([...scene, hold(), message('sb_a')], 'idle_held', ['log added', 'accept queued', 'input_held'])
  check([...scene, hold(), message('sb_a'), prompt('sb_p')], 'running_held', [
    'log added',
    'accept started',
    'start_turn',
  ])
  check([...scene, hold(), message('sb_a'), release('packet')], 'running', [
    'log released',
    'input_released',
    'accept started',
    'start_turn with handoff',
    'queue_changed',
  ])
})

test('with nothing held the handoff waits for the next message', () => {
  check([...scene, hold(), release('packet')], 'idle', ['log released', 'input_released', 'accept started'])
  check([...scene, hold(), release('packet'), message('sb_a')], 'running', [
    'log added',
    'accept started',
    'start_turn with handoff',
  ])
})

test('a hold ends by itself at its deadline, and when its driver is lost', () => {
  check([...scene, hold(), message('sb_a'), deadline], 'running', [
    'log released',
    'input_released',
    'start_turn',
    'queue_changed',
  ])
  check([...scene, hold(), message('sb_a'), detached(driver)], 'running', [
    'presence',
    'log released',
    'input_released',
    'start_turn',
    'queue_changed',
  ])
  check([...scene, hold(), message('sb_a'), detached(viewer)], 'idle_held', ['presence'])
  check([...scene, hold(), release(null), deadline], 'idle', [])
})

test('when the driver goes the next client drives', () => {
  const { state } = run([...scene, detached(driver)])
  expect(state.clients.map(({ clientId }) => clientId)).toEqual([viewer])
  check([...scene, detached(driver), hold(viewer)], 'idle_held', ['log held', 'accept started', 'set_deadline'])
})

test('a compaction without a turn is a turn of its own; messages wait for its end', () => {
  check([...scene, compact('sb_c')], 'compacting', ['accept started', 'turn_started', 'start_compaction'])
  check([...scene, compact('sb_c'), message('sb_a')], 'compacting', ['log added', 'accept queued', 'queue_changed'])
  check([...scene, compact('sb_c'), message('sb_a'), compacted(3)], 'running', [
    'turn_complete',
    'start_turn',
    'queue_changed',
  ])
})

test('a second asker joins, whether the compaction runs, waits or belongs to the turn', () => {
  check([...scene, compact('sb_c'), compact('sb_d')], 'compacting', ['accept joined'])
  check([...scene, message('sb_a'), compact('sb_c'), compact('sb_d')], 'running_wanted', ['accept joined'])
  const { effects } = run([...scene, message('sb_a'), cut, wants, compact('sb_d')])
  expect(effects.at(-1)).toMatchObject({ outcome: 'joined', joined: 'sb_a' })
})

test('asked for in a running turn it waits for the next cut, or for the end of the turn', () => {
  const asked = [...scene, message('sb_a'), compact('sb_c')]
  check(asked, 'running_wanted', ['accept queued'])
  check([...asked, cut], 'compacting_in_turn', ['start_compaction mid-turn'])
  check([...asked, cut, compacted(5)], 'running', ['measure'])
  check([...asked, turnEnded(3)], 'compacting', ['turn_started', 'start_compaction'])
})

test('the turn that wanted a compaction is told its outcome, also when it took too long', () => {
  check([...scene, message('sb_a'), wants, compacted(4)], 'running', ['resume_turn'])
  check([...scene, message('sb_a'), wants, overdue(4)], 'running', ['cancel_compaction', 'resume_turn'])
  check([...scene, message('sb_a'), wants, compacted(99)], 'compacting_in_turn', [])
})

test('an interruption stops what runs, a compaction before its turn', () => {
  check([...scene, interrupt], 'idle', ['accept started'])
  check([...scene, message('sb_a'), interrupt], 'running', ['accept started', 'stop_turn'])
  check([...scene, message('sb_a'), wants, interrupt], 'compacting_in_turn', [
    'accept started',
    'cancel_compaction',
    'stop_turn',
  ])
  check([...scene, compact('sb_c'), message('sb_a'), interrupt], 'running', [
    'accept started',
    'cancel_compaction',
    'turn_aborted',
    'start_turn',
    'queue_changed',
  ])
})

test('an undo needs an idle session', () => {
  const undo: SessionInput = {
    type: 'undo_submitted',
    id: SubmissionId.parse('sb_u'),
    from: viewer,
    change: 'undo',
    compactionId: CompactionId.parse('cp_9'),
    refusal: null,
  }
  check([...scene, undo], 'idle', ['log_undo', 'accept started'])
  check([...scene, message('sb_a'), undo], 'running', ['reject busy'])
})

test('a shown plan that is stale is refused', () => {
  const refusal = { code: 'plan_stale', message: 'stale' } as const
  const ask = { submissionId: null, trigger: 'manual', options: {}, planId: PlanId.parse('pl_1') } as const
  check([...scene, { ...compact('sb_c'), ask, refusal } as SessionInput], 'idle', ['reject plan_stale'])
})

test('closing parks the turn first, begins nothing, and refuses what still comes', () => {
  check([...scene, closed], 'closed', ['close'])
  check([...scene, message('sb_a'), message('sb_b'), closed], 'closing', ['stop_turn'])
  check([...scene, message('sb_a'), message('sb_b'), closed, turnEnded(3)], 'closed', ['close'])
  check([...scene, compact('sb_c'), closed], 'closed', ['cancel_compaction', 'turn_aborted', 'close'])
  check([...scene, closed, message('sb_a')], 'closed', ['reject shutting_down'])
})

/** A world around the machine: what it starts runs until an event ends it. */
type World = {
  state: SessionState
  turn: TurnId | null
  readonly flights: Set<CompactionId>
  readonly accepted: SubmissionId[]
  readonly taken: SubmissionId[]
}

const applyTo = (world: World, input: SessionInput, n: number): void => {
  const step = sessionTransition(world.state, withFresh(input, n))
  world.state = step.state
  if (input.type === 'compaction_ended') world.flights.delete(input.compactionId)
  if (input.type === 'turn_ended' && world.turn === input.turnId) world.turn = null
  for (const effect of step.effects) {
    if (effect.type === 'log_queue' && effect.change.change === 'added')
      world.accepted.push(effect.change.input.submission_id)
    if (effect.type === 'start_turn') {
      expect({ turn: world.turn, flights: world.flights.size }).toEqual({ turn: null, flights: 0 })
      world.turn = effect.turnId
    }
    if (effect.type === 'start_turn' || effect.type === 'add_input') world.taken.push(effect.input.submission_id)
    if (effect.type === 'cancel_compaction') world.flights.delete(effect.compactionId)
    if (effect.type === 'start_compaction') {
      expect(world.flights.size).toBe(0)
      world.flights.add(effect.inFlight.compactionId)
    }
  }
}

const inputFor = (world: World, pick: number, n: number): SessionInput => {
  const flight = [...world.flights][0] ?? CompactionId.parse('cp_none')
  const turnId = world.turn ?? TurnId.parse('tn_none')
  const inputs: readonly SessionInput[] = [
    message(`sb_${n}`),
    steering(`sb_${n}`),
    prompt(`sb_${n}`),
    hold(),
    release('packet'),
    deadline,
    interrupt,
    compact(`sb_${n}`),
    compact(`sb_${n}`, 'auto_watcher', driver),
    attached(driver),
    attached(viewer),
    detached(driver),
    detached(viewer),
    contextRead,
    cut,
    wants,
    { type: 'turn_ended', turnId },
    { type: 'turn_ended', turnId },
    { type: 'compaction_ended', compactionId: flight, outcome: 'compacted', message: '' },
    { type: 'compaction_ended', compactionId: flight, outcome: 'failed', message: '' },
    { type: 'compaction_overdue', compactionId: flight },
  ]
  const input = inputs[pick % inputs.length]!
  // A turn that waits for a compaction cannot end.
  return input.type === 'turn_ended' && world.flights.size > 0 ? cut : input
}

test('whatever happens: one turn, one compaction, and every accepted message is taken once or still waits', () => {
  const property = fc.property(fc.array(fc.nat(), { maxLength: 80 }), (picks) => {
    const world: World = { state: newSession, turn: null, flights: new Set(), accepted: [], taken: [] }
    for (const [n, pick] of picks.entries()) applyTo(world, inputFor(world, pick, n), n)
    const waiting = world.state.queue.map(({ submission_id }) => submission_id)
    expect([...world.taken, ...waiting].sort()).toEqual([...world.accepted].sort())
    expect(new Set(world.taken).size).toBe(world.taken.length)
    if (world.state.phase.name === 'idle' && world.state.hold === null) expect(waiting).toEqual([])
  })
  fc.assert(property, { numRuns: 5_000 })
})
