import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompactionId, SubmissionId, TurnId } from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attached,
  closed,
  compact,
  compacted,
  contextRead,
  cut,
  deadline,
  detached,
  driver,
  effectName,
  hold,
  interrupt,
  message,
  nameOf,
  overdue,
  prompt,
  release,
  scene,
  steering,
  storyOf,
  turnEnded,
  viewer,
  wants,
  withFresh,
} from '../../testing/session-events.ts'
import { sessionTransition } from './machine.ts'
import type { SessionInput } from './state.ts'
import { newSession, type SessionEvent, type SessionState } from './state.ts'

const check = (given: readonly SessionInput[], end: string, effects: readonly string[]) =>
  expect(storyOf(given)).toEqual({ end, effects })

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
  const start: SessionState = {
    ...newSession,
    clients: [{ clientId: driver, name: 'a client', canDrive: true, canAnswer: true }],
  }
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
    compactionIds: [CompactionId.parse('cp_9')],
    refusal: null,
  }
  check([...scene, undo], 'idle', ['log_undo', 'accept started'])
  check([...scene, message('sb_a'), undo], 'running', ['reject busy'])
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

test('a first message that had not gone when the session closed is told of as one that waits', () => {
  const opening = [attached(driver), message('sb_a')]
  const told = (given: readonly SessionInput[]) =>
    storyOf(given).effects.filter((name) => name.includes('queue_changed'))
  expect(told(opening)).toEqual([])
  expect(told([...opening, closed])).toHaveLength(1)
  expect(told([attached(driver), closed])).toEqual([])
})
