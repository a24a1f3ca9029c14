/** The laws of the watcher, each over 20,000 random lists of events. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMPACTION_DEADLINE_MS, type WatcherEffect, type WatcherEvent, type WatcherState } from './state.ts'
import { IDLE } from './steps.ts'
import { evaluationOf, foreign, isHolding, judge, samples, stale, turnEnded } from './testing/watcher-events.ts'
import { transition } from './transition.ts'

const RUNS = { numRuns: 20_000 }
const events = samples.map(({ event }) => event)
const lists = (from: readonly WatcherEvent[]) => fc.array(fc.constantFrom(...from), { maxLength: 40 })

const run = (list: readonly WatcherEvent[], start: WatcherState = IDLE) => {
  let state = start
  const effects: WatcherEffect[] = []
  for (const event of list) {
    const step = transition(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

test('messages are held exactly in awaiting_scratch_write, awaiting_packet and compacting', () => {
  fc.assert(
    fc.property(lists(events), (list) => {
      let state: WatcherState = IDLE
      let held = false
      for (const event of list) {
        const step = transition(state, event)
        state = step.state
        for (const { type } of step.effects) {
          // A later stage of the same sequence may hold for longer; nothing is released that is not held.
          if (type === 'release_input' && !held) return false
          if (type === 'hold_input' || type === 'release_input') held = type === 'hold_input'
        }
        // Core releases by itself when the driver is lost.
        if (event.type === 'driver_lost') held = false
        if (held !== isHolding(state)) return false
      }
      return true
    }),
    RUNS,
  )
})

test('every path ends idle or deferred once its deadlines are delivered, and no decision stays open', () => {
  const orderly = events.filter(({ type }) => type !== 'driver_lost')
  fc.assert(
    fc.property(lists(orderly), (list) => {
      const { state, effects } = run([...list, { type: 'ticked', at: 2 * COMPACTION_DEADLINE_MS }])
      const last = effects.findLast((effect) => effect.type === 'report_decision')
      return (state.name === 'idle' || state.name === 'deferred') && last?.outcome !== 'pending'
    }),
    RUNS,
  )
})

test('a stale verdict or the end of a foreign turn never advances the machine', () => {
  const isForeign = (event: WatcherEvent): boolean =>
    (event.type === 'judged' && event.requestId === stale) ||
    (event.type === 'turn_completed' && event.submissionId === foreign && event.evaluation === null) ||
    // A history that somebody else replaced is no end of a turn: what waits for its old form is given up.
    (event.type !== 'turn_completed' &&
      event.type !== 'history_replaced' &&
      'submissionId' in event &&
      event.submissionId === foreign)
  fc.assert(
    fc.property(lists(events), fc.constantFrom(...events.filter(isForeign)), (list, event) => {
      const { state } = run(list)
      const step = transition(state, event)
      return step.state === state && step.effects.length === 0
    }),
    RUNS,
  )
})

test('a sequence goes on with nothing but its own submission, its deadline, or a word of the user', () => {
  const foreignEnds = events.filter((event) => event.type === 'turn_completed' && event.submissionId === foreign)
  fc.assert(
    fc.property(lists(events), lists(foreignEnds), (list, ends) => {
      const { state } = run(list)
      return !isHolding(state) || run(ends, state).state === state
    }),
    RUNS,
  )
})

test('a continuation follows a compaction that was done, and nothing else', () => {
  fc.assert(
    fc.property(lists(events), (list) => {
      const { effects } = run(list)
      return effects.every(
        ({ type }, at) => type !== 'submit_continuation' || effects[at - 1]?.type === 'release_input',
      )
    }),
    RUNS,
  )
})

test('an emergency that is evaluated never asks, from any state', () => {
  const { event } = samples.find(({ label }) => label === 'turn_completed, emergency') ?? { event: turnEnded(null) }
  fc.assert(
    fc.property(lists(events), (list) => {
      const { effects } = transition(run(list).state, event)
      return effects.every(({ type }) => type !== 'submit_judgment')
    }),
    RUNS,
  )
  expect(transition(IDLE, turnEnded(evaluationOf(judge('ready')))).effects.map(({ type }) => type)).toContain(
    'submit_judgment',
  )
})
