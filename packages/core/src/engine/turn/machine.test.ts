import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CallId, RequestId, TurnId } from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answered,
  asks,
  at,
  builtIn,
  called,
  compaction,
  decided,
  effectName,
  failed,
  finished,
  fits,
  fresh,
  message,
  nothing,
  output,
  over,
  reads,
  run,
  type Story,
  said,
  started,
  stopped,
  storyOf,
  timerId,
  waited,
  writes,
} from '../../testing/turn-events.ts'
import type { ItemDraft } from '../item-draft.ts'
import { startOfTurn, turnTransition } from './machine.ts'
import type { Answer, TurnEvent, TurnState } from './state.ts'

const check = ({ given, ...story }: Story) => expect(storyOf(given)).toEqual(story)

const samples: readonly Sample<TurnEvent>[] = [
  { label: 'started', event: started },
  { label: 'measured, fits', event: fits },
  { label: 'measured, built-in limit', event: builtIn },
  { label: 'measured, over', event: over(true) },
  { label: 'measured, over and automatic is off', event: over(false) },
  { label: 'compaction_ended, compacted', event: compaction('compacted') },
  { label: 'compaction_ended, failed', event: compaction('failed') },
  { label: 'answered, text', event: answered(said) },
  { label: 'answered, calls side by side', event: answered(called(reads('c1'), reads('c2'))) },
  { label: 'answered, a call to be approved', event: answered(called(asks('c1'))) },
  { label: 'answered, nothing', event: answered(nothing) },
  { label: 'answered, cut by the output limit', event: answered({ ...said, stop: 'length' }) },
  { label: 'answered, cut by the full window', event: answered({ ...said, stop: 'length', nearlyFull: true }) },
  { label: 'answered, stopped by the filter', event: answered({ ...said, stop: 'content_filter' }) },
  { label: 'sampling_failed, transient', event: failed({}) },
  { label: 'sampling_failed, for good', event: failed({ kind: 'unauthorized', transient: false }) },
  { label: 'sampling_failed, overflow', event: failed({ kind: 'overflow', transient: false }) },
  { label: 'waited', event: waited },
  { label: 'approval_answered, approved', event: decided('approved') },
  { label: 'approval_answered, approved_for_session', event: decided('approved_for_session') },
  { label: 'approval_answered, denied', event: decided('denied') },
  { label: 'approval_answered, abort', event: decided('abort') },
  { label: 'nobody_to_ask', event: { type: 'nobody_to_ask' } },
  { label: 'tool_finished, first', event: finished('c1') },
  { label: 'tool_finished, second', event: finished('c2') },
  { label: 'stopped', event: stopped() },
]

const golden = fileURLToPath(new URL('../../../../../docs/machines/turn.mmd', import.meta.url))

test('the drawing of the machine is the one in docs/machines', () => {
  const drawing = drawMachine({
    start: startOfTurn,
    samples,
    transition: turnTransition,
    nameOf: ({ name }) => name,
    effectName,
  })
  // Rewritten by hand only, and never under CI.
  if (process.env.UPDATE === '1' && process.env.CI === undefined) {
    mkdirSync(dirname(golden), { recursive: true })
    writeFileSync(golden, drawing)
  }
  expect(drawing).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '')
})

test('a request that does not fit is never sent: one compaction, then the end with the ways on', () => {
  check({
    given: [over(true), compaction('compacted'), over(true)],
    end: 'ended',
    effects: ['compact hard_limit', 'reach_cut', 'error', 'abort context_exhausted'],
  })
  check({ given: [over(false)], end: 'ended', effects: ['error', 'abort context_exhausted'] })
  check({
    given: [over(true), compaction('failed')],
    end: 'ended',
    effects: ['compact hard_limit', 'error', 'abort context_exhausted'],
  })
})

test('at the built-in limit a failed compaction lets the request go, and is not tried twice', () => {
  check({
    given: [builtIn, compaction('failed'), builtIn],
    end: 'sampling',
    effects: ['compact built_in', 'reach_cut', 'sample'],
  })
})

test('the number of requests is bounded and repeats do not count', () => {
  const round = [fits, answered(called(reads('c1'))), finished('c1')]
  const { effects } = run([started, fits, failed({}), waited, ...round, ...round, fits])
  expect(effectName(effects.at(-1)!)).toBe('abort max_rounds')
})

/** Every event that could come in a state, right ones and stale ones; a number picks one. */
const eventsFor = (state: TurnState, ids: number): readonly TurnEvent[] => {
  const stamp = { ...fresh, timerId: RequestId.parse(`tm_${ids}`) }
  const request = RequestId.parse(`rq_${ids}`)
  const open = state.name === 'sampling' ? state.requestId : request
  const calls = [1, 2, 3].map((n) => `c_${ids}_${n}`)
  const [c1 = '', c2 = '', c3 = ''] = calls
  const ask = asks(c2)
  const answers: readonly Answer[] = [
    said,
    nothing,
    called(reads(c1)),
    called(reads(c1), reads(c2), writes(c3)),
    called(writes(c1), ask),
    { ...called(reads(c1)), stop: 'length' },
    { ...said, stop: 'length', nearlyFull: true },
  ]
  const waits = state.name === 'backing_off' ? state.timerId : timerId
  const batch = 'batch' in state ? state.batch.calls.map(({ callId }) => callId) : ['c_none']
  return [
    started,
    ...[{ kind: 'fits' }, { kind: 'built_in' }, { kind: 'over', automatic: true, message: '' }].map(
      (fit): TurnEvent => ({ type: 'measured', fit: fit as { kind: 'fits' }, requestId: request, at }),
    ),
    ...answers.map((answer): TurnEvent => ({ type: 'answered', requestId: open, answer, ...stamp })),
    ...[failed({}), failed({ kind: 'overflow', transient: false }), failed({ kind: 'refused', transient: false })].map(
      (event) => ({ ...event, requestId: open, ...stamp }) as TurnEvent,
    ),
    compaction('compacted'),
    compaction('failed'),
    { type: 'waited', timerId: waits },
    decided('approved'),
    decided('denied'),
    decided('abort'),
    decided('approved_for_session'),
    { type: 'nobody_to_ask' },
    ...batch.map((id): TurnEvent => ({ type: 'tool_finished', callId: CallId.parse(id), output: output(id) })),
    stopped([message('Half')]),
  ]
}

const openCalls = (items: readonly ItemDraft[]): readonly string[] => {
  const open = new Set<string>()
  for (const { body } of items) {
    if (body.type === 'function_call') open.add(body.call_id)
    if (body.type === 'function_call_output' && !open.delete(body.call_id)) return [`${body.call_id} answers nothing`]
  }
  return [...open]
}

const roomy: TurnEvent = {
  type: 'started',
  turnId: TurnId.parse('tn_1'),
  limits: { roundsMax: 20, retriesMax: 5, offlineMsMax: 60_000 },
  approved: [],
  reached: false,
  at: 1_000,
}

test('whatever happens: pairs are whole at every request and at the end, there is one end, and nothing after it', () => {
  let ends = 0
  const property = fc.property(fc.array(fc.nat(), { maxLength: 60 }), (picks) => {
    let state: TurnState = turnTransition(startOfTurn, roomy).state
    const items: ItemDraft[] = []
    let ended = 0
    for (const [index, pick] of [...picks, -1].entries()) {
      const candidates = eventsFor(state, index)
      const event = pick === -1 ? stopped() : candidates[pick % candidates.length]!
      const step = turnTransition(state, event)
      if (ended > 0) expect(step.effects).toEqual([])
      for (const effect of step.effects) {
        if (effect.type === 'append') items.push(...effect.items)
        if (effect.type === 'sample' || effect.type === 'compact') expect(openCalls(items)).toEqual([])
        if (effect.type === 'end') ended += 1
      }
      state = step.state
    }
    expect(ended).toBe(1)
    expect(openCalls(items)).toEqual([])
    ends += ended
  })
  fc.assert(property, { numRuns: 5_000 })
  expect(ends).toBeGreaterThanOrEqual(5_000)
})
