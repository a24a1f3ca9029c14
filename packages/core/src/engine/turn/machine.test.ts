import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CallId, ItemId, RequestId, TurnId } from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemDraft } from '../item-draft.ts'
import { startOfTurn, turnTransition } from './machine.ts'
import type { Answer, PlannedCall, SamplingFailure, TurnEffect, TurnEvent, TurnState } from './state.ts'

const turnId = TurnId.parse('tn_1')
const requestId = RequestId.parse('rq_1')
const timerId = RequestId.parse('tm_1')
const askId = RequestId.parse('ask_1')
const at = 5_000
const fresh = { timerId, chance: 0.5, at }
const limits = { roundsMax: 2, retriesMax: 1 }

const started: TurnEvent = { type: 'started', turnId, limits, approved: [], at: 1_000 }

const message = (text: string): ItemDraft => ({
  id: ItemId.parse('i2'),
  origin: 'assistant',
  body: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
})

const callItem = (id: string): ItemDraft => ({
  origin: 'assistant',
  body: { type: 'function_call', name: 'read', arguments: '{}', call_id: CallId.parse(id) },
})

const output = (id: string): ItemDraft => ({
  origin: 'tool',
  body: { type: 'function_call_output', call_id: CallId.parse(id), output: 'read', success: true },
})

const reads = (id: string): PlannedCall => ({ callId: CallId.parse(id), alone: false, ask: null })
const writes = (id: string): PlannedCall => ({ callId: CallId.parse(id), alone: true, ask: null })
const asks = (id: string): PlannedCall => ({
  ...writes(id),
  ask: { requestId: askId, command: ['rm', 'quay.ts'], cwd: '/home/ada', reason: 'untrusted', key: 'rm' },
})

const said: Answer = { items: [message('Done.')], calls: [], message: 'Done.', stop: 'end', nearlyFull: false }
const called = (...calls: readonly PlannedCall[]): Answer => ({
  items: calls.map(({ callId }) => callItem(callId)),
  calls,
  message: null,
  stop: 'tool_calls',
  nearlyFull: false,
})
const nothing: Answer = { items: [], calls: [], message: null, stop: 'end', nearlyFull: false }

const answered = (answer: Answer): TurnEvent => ({ type: 'answered', requestId, answer, ...fresh })
const failed = (failure: Partial<SamplingFailure>, nearlyFull = false): TurnEvent => ({
  type: 'sampling_failed',
  requestId,
  failure: { kind: 'server_error', message: 'The server failed.', transient: true, ...failure },
  nearlyFull,
  ...fresh,
})
const fits: TurnEvent = { type: 'measured', fit: { kind: 'fits' }, requestId, at }
const over = (automatic: boolean): TurnEvent => ({
  type: 'measured',
  fit: { kind: 'over', automatic, message: 'It does not fit.' },
  requestId,
  at,
})
const builtIn: TurnEvent = { type: 'measured', fit: { kind: 'built_in' }, requestId, at }
const compaction = (outcome: 'compacted' | 'failed'): TurnEvent => ({
  type: 'compaction_ended',
  outcome,
  message: 'There was too little to gain.',
  at,
})
const waited: TurnEvent = { type: 'waited', timerId }
const finished = (id: string): TurnEvent => ({ type: 'tool_finished', callId: CallId.parse(id), output: output(id) })
const decided = (decision: Extract<TurnEvent, { type: 'approval_answered' }>['decision']): TurnEvent => ({
  type: 'approval_answered',
  requestId: askId,
  decision,
  at,
})
const stopped = (partial: readonly ItemDraft[] = []): TurnEvent => ({
  type: 'stopped',
  reason: 'interrupted',
  partial,
  at,
})

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

const effectName = (effect: TurnEffect): string => {
  if (effect.type === 'emit') return effect.msg.type
  if (effect.type === 'compact') return `compact ${effect.trigger}`
  if (effect.type === 'end') return effect.end.kind === 'complete' ? 'complete' : `abort ${effect.end.reason}`
  return effect.type
}

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

const run = (events: readonly TurnEvent[]) => {
  let state: TurnState = startOfTurn
  const effects: TurnEffect[] = []
  for (const event of events) {
    const step = turnTransition(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

type Story = {
  readonly given: readonly TurnEvent[]
  readonly end: TurnState['name']
  readonly effects: readonly string[]
}

const check = ({ given, end, effects }: Story) => {
  const outcome = run([started, ...given])
  expect({ end: outcome.state.name, effects: outcome.effects.map(effectName) }).toEqual({
    end,
    effects: ['reach_cut', ...effects],
  })
}

test('a text ends the turn, after it was kept, told and counted', () => {
  check({
    given: [fits, answered(said)],
    end: 'ended',
    effects: ['sample', 'append', 'agent_message', 'report_usage', 'complete'],
  })
})

test('outputs are kept in the order of the calls, whichever is finished first', () => {
  const { effects } = run([
    started,
    fits,
    answered(called(reads('c1'), reads('c2'), reads('c3'))),
    finished('c3'),
    finished('c1'),
    finished('c2'),
  ])
  const kept = effects.flatMap((effect) => (effect.type === 'append' ? effect.items : []))
  expect(kept).toEqual([callItem('c1'), callItem('c2'), callItem('c3'), output('c1'), output('c2'), output('c3')])
})

test('a call that changes something runs after its neighbours and before the next ones', () => {
  const { effects } = run([
    started,
    fits,
    answered(called(reads('c1'), reads('c2'), writes('c3'), reads('c4'))),
    finished('c2'),
    finished('c1'),
    finished('c3'),
    finished('c4'),
  ])
  const groups = effects.flatMap((effect) => (effect.type === 'run_tools' ? [effect.callIds] : []))
  expect(groups).toEqual([['c1', 'c2'], ['c3'], ['c4']])
})

test('what is finished twice, or belongs to another group, changes nothing', () => {
  check({
    given: [fits, answered(called(writes('c1'), writes('c2'))), finished('c2'), finished('c1'), finished('c1')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'run_tools', 'append', 'run_tools'],
  })
})

test('an interruption closes every open call, keeps what had streamed, and says it once', () => {
  const midTool = run([started, fits, answered(called(reads('c1'), writes('c2'))), stopped()])
  expect(midTool.effects.map(effectName).slice(-3)).toEqual(['abort_tools', 'append', 'abort interrupted'])
  const closing = midTool.effects.findLast((effect) => effect.type === 'append')
  expect(closing?.items.map(({ body }) => ('call_id' in body ? body.call_id : body.type))).toEqual([
    'c1',
    'c2',
    'message',
  ])
  const midAnswer = run([started, fits, stopped([message('Half of')])])
  expect(midAnswer.effects.map(effectName).slice(2)).toEqual([
    'abort_sampling',
    'append',
    'agent_message',
    'abort interrupted',
  ])
})

test('a failed request is made again after a pause, and measured again before', () => {
  check({
    given: [fits, failed({}), waited, fits, answered(said)],
    end: 'ended',
    effects: [
      'sample',
      'stream_error',
      'wait',
      'reach_cut',
      'sample',
      'append',
      'agent_message',
      'report_usage',
      'complete',
    ],
  })
})

test('an answer resets the count of failures', () => {
  const { state } = run([
    started,
    fits,
    failed({}),
    waited,
    fits,
    answered(called(reads('c1'))),
    finished('c1'),
    fits,
    failed({}),
  ])
  expect(state.name).toBe('backing_off')
})

test('too many failures, or one that will not change, end the turn with their reason and message', () => {
  const twice = run([started, fits, failed({}), waited, fits, failed({})])
  expect(twice.effects.at(-1)).toMatchObject({
    end: { reason: 'provider_unreachable', message: 'The server failed. (tried 2 times)' },
  })
  check({
    given: [fits, failed({ kind: 'unauthorized', transient: false })],
    end: 'ended',
    effects: ['sample', 'error', 'abort provider_refused'],
  })
})

test('an overflow compacts and asks again; a second one without an answer in between ends the turn', () => {
  const overflow = failed({ kind: 'overflow', transient: false })
  check({
    given: [fits, overflow, compaction('compacted'), fits, overflow],
    end: 'ended',
    effects: ['sample', 'compact overflow', 'reach_cut', 'sample', 'error', 'abort context_exhausted'],
  })
})

test('an unexplained refusal counts as an overflow only where the window is nearly full', () => {
  const refusal = { kind: 'refused', status: 400, transient: false }
  check({ given: [fits, failed(refusal, true)], end: 'compacting', effects: ['sample', 'compact overflow'] })
  check({ given: [fits, failed(refusal)], end: 'ended', effects: ['sample', 'error', 'abort provider_refused'] })
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

test('an empty answer is asked once more and then named; after work it means nothing to add', () => {
  check({
    given: [fits, answered(nothing), waited, fits, answered(nothing)],
    end: 'ended',
    effects: ['sample', 'stream_error', 'wait', 'reach_cut', 'sample', 'report_usage', 'error', 'abort model_failed'],
  })
  const afterWork = run([
    started,
    fits,
    answered(called(reads('c1'))),
    finished('c1'),
    fits,
    answered(nothing),
    waited,
    fits,
    answered(nothing),
  ])
  expect(effectName(afterWork.effects.at(-1)!)).toBe('complete')
})

test('an answer that was cut short is kept, its calls are not run, and the turn says why it ended', () => {
  const { effects } = run([started, fits, answered({ ...called(reads('c1')), stop: 'length' })])
  expect(effects.map(effectName)).toEqual([
    'reach_cut',
    'sample',
    'append',
    'report_usage',
    'append',
    'error',
    'abort output_limit',
  ])
})

test('the number of requests is bounded and repeats do not count', () => {
  const round = [fits, answered(called(reads('c1'))), finished('c1')]
  const { effects } = run([started, fits, failed({}), waited, ...round, ...round, fits])
  expect(effectName(effects.at(-1)!)).toBe('abort max_rounds')
})

test('an approval runs the call, a denial is its output, an abort ends the turn with every call closed', () => {
  const asked = [fits, answered(called(asks('c1'), writes('c2')))]
  check({
    given: [...asked, decided('approved')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'exec_approval_request', 'approval_resolved', 'run_tools'],
  })
  check({
    given: [...asked, decided('denied')],
    end: 'running_tools',
    effects: ['sample', 'append', 'report_usage', 'exec_approval_request', 'approval_resolved', 'append', 'run_tools'],
  })
  check({
    given: [...asked, decided('abort')],
    end: 'ended',
    effects: [
      'sample',
      'append',
      'report_usage',
      'exec_approval_request',
      'approval_resolved',
      'append',
      'abort approval_aborted',
    ],
  })
})

test('approved for the session: the same command is not asked again', () => {
  const again = [answered(called(asks('c1'))), finished('c1'), fits]
  check({
    given: [fits, answered(called(asks('c0'))), decided('approved_for_session'), finished('c0'), fits, ...again],
    end: 'ended',
    effects: [
      'sample',
      'append',
      'report_usage',
      'exec_approval_request',
      'approval_resolved',
      'remember_approval',
      'run_tools',
      'append',
      'reach_cut',
      'sample',
      'append',
      'report_usage',
      'run_tools',
      'append',
      'reach_cut',
      'error',
      'abort max_rounds',
    ],
  })
})

test('with nobody to ask the turn ends, and says what is needed', () => {
  const { effects } = run([started, fits, answered(called(asks('c1'))), { type: 'nobody_to_ask' }])
  expect(effectName(effects.at(-1)!)).toBe('abort approval_needed')
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

test('whatever happens: pairs are whole at every request and at the end, there is one end, and nothing after it', () => {
  let ends = 0
  const property = fc.property(fc.array(fc.nat(), { maxLength: 60 }), (picks) => {
    let state: TurnState = turnTransition(startOfTurn, { ...started, limits: { roundsMax: 20, retriesMax: 5 } }).state
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
