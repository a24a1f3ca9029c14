import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Decision, RequestId, SequenceId, SubmissionId } from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COMPACTION_DEADLINE_MS,
  type Evaluation,
  PROMPT_SILENCE_MS,
  type WatcherEffect,
  type WatcherEvent,
  type WatcherState,
} from './state.ts'
import { IDLE } from './steps.ts'
import { transition } from './transition.ts'

/** States in which core holds the messages. */
const isHolding = ({ name }: WatcherState): boolean =>
  name === 'awaiting_scratch_write' || name === 'awaiting_packet' || name === 'compacting'

const own = SubmissionId.parse('own')
const foreign = SubmissionId.parse('foreign')
const other = SubmissionId.parse('other')
const next = { sequenceId: SequenceId.parse('s1'), submissionId: own }
const decisionId = RequestId.parse('d1')

const compact = (tier: 'ready' | 'asap' = 'ready'): Decision => ({
  kind: 'compact',
  trigger: 'auto_watcher',
  tier,
  boundaries: ['commit'],
})
const judge = (tier: 'ready' | 'asap'): Decision => ({
  kind: 'judge',
  trigger: 'auto_watcher',
  tier,
  boundaries: ['commit'],
  prompt: 'judgment.md',
})
const leave = (why: Extract<Decision, { kind: 'leave' }>['why']): Decision => ({ kind: 'leave', why })

const evaluationOf = (decision: Decision, change: Partial<Evaluation> = {}): Evaluation => ({
  decisionId,
  decision,
  timing: 'now',
  packetAuthor: 'watcher',
  scratch: 'not_asked',
  explanation: 'why',
  headsUp: 'heads up',
  handoff: 'handoff',
  ...change,
})

const turnEnded = (
  evaluation: Evaluation | null,
  submissionId: SubmissionId | null = foreign,
  packet: string | null = null,
): WatcherEvent => ({
  type: 'turn_completed',
  submissionId,
  evaluation,
  packet,
  at: 0,
  next,
})
const messageReady = (evaluation: Evaluation | null): WatcherEvent => ({
  type: 'user_message_ready',
  evaluation,
  at: 0,
  next,
})

const judged = (evaluation: Evaluation, requestId: RequestId = decisionId): WatcherEvent => ({
  type: 'judged',
  requestId,
  evaluation,
  packet: null,
  at: 0,
  next,
})

const agentWrites = evaluationOf(compact(), { packetAuthor: 'agent' })
const agentWritesBoth = evaluationOf(compact(), { packetAuthor: 'agent', scratch: 'asked' })
const notesFirst = evaluationOf(compact(), { scratch: 'asked' })
const stale = RequestId.parse('stale')

const preflight = evaluationOf(compact(), { timing: 'next_message' })

const samples: readonly Sample<WatcherEvent>[] = [
  { label: 'turn_completed, no tier', event: turnEnded(evaluationOf(leave('no_tier'))) },
  { label: 'turn_completed, no boundary', event: turnEnded(evaluationOf(leave('no_boundary'))) },
  { label: 'turn_completed, mode tag', event: turnEnded(evaluationOf(leave('mode_tag'))) },
  { label: 'turn_completed, mode suggest', event: turnEnded(evaluationOf(leave('mode_suggest'))) },
  { label: 'turn_completed, judge', event: turnEnded(evaluationOf(judge('ready'))) },
  { label: 'turn_completed, compact', event: turnEnded(evaluationOf(compact())) },
  { label: 'turn_completed, compact, agent writes', event: turnEnded(agentWrites) },
  { label: 'turn_completed, compact, agent writes, scratch', event: turnEnded(agentWritesBoth) },
  { label: 'turn_completed, compact, watcher writes, scratch', event: turnEnded(notesFirst) },
  { label: 'its turn_completed, with a packet', event: turnEnded(null, own, 'the packet') },
  { label: 'judged yes', event: judged(evaluationOf(compact())) },
  { label: 'judged yes, agent writes', event: judged(agentWrites) },
  { label: 'judged yes, watcher writes, scratch', event: judged(notesFirst) },
  { label: 'judged yes, preflight', event: judged(evaluationOf(compact(), { timing: 'next_message' })) },
  { label: 'judged no', event: judged(evaluationOf(leave('vetoed'))) },
  { label: 'judgment failed below asap', event: judged(evaluationOf(leave('judgment_failed'))) },
  { label: 'judged, stale', event: judged(evaluationOf(compact()), stale) },
  { label: 'user_message_ready, discards the verdict', event: messageReady(evaluationOf(leave('user_spoke'))) },
  { label: 'its progress', event: { type: 'progressed', submissionId: own, at: 5 } },
  { label: 'progress of another', event: { type: 'progressed', submissionId: foreign, at: 5 } },
  { label: 'driver_lost', event: { type: 'driver_lost' } },
  { label: 'turn_completed, compact, preflight', event: turnEnded(preflight) },
  { label: 'turn_completed, not asked', event: turnEnded(null) },
  { label: 'its turn_completed, history not replaced', event: turnEnded(null, own) },
  { label: 'user_message_ready, compact', event: messageReady(preflight) },
  { label: 'user_message_ready, no tier', event: messageReady(evaluationOf(leave('no_tier'))) },
  { label: 'user_message_ready, not asked', event: messageReady(null) },
  { label: 'its history_replaced', event: { type: 'history_replaced', submissionId: own } },
  { label: 'history_replaced', event: { type: 'history_replaced', submissionId: foreign } },
  { label: 'its turn_failed', event: { type: 'turn_failed', submissionId: own, message: 'stopped' } },
  { label: 'turn_failed', event: { type: 'turn_failed', submissionId: foreign, message: 'stopped' } },
  { label: 'its compaction_failed', event: { type: 'compaction_failed', submissionId: own, message: 'no gain' } },
  { label: 'compaction_failed', event: { type: 'compaction_failed', submissionId: foreign, message: 'no gain' } },
  {
    label: 'its submission_rejected',
    event: { type: 'submission_rejected', submissionId: own, message: 'not driver' },
  },
  {
    label: 'submission_rejected',
    event: { type: 'submission_rejected', submissionId: foreign, message: 'not driver' },
  },
  { label: 'compaction_joined', event: { type: 'compaction_joined', submissionId: own, other } },
  { label: 'joined history_replaced', event: { type: 'history_replaced', submissionId: other } },
  { label: 'user_cancelled', event: { type: 'user_cancelled' } },
  { label: 'ticked, before the deadline', event: { type: 'ticked', at: COMPACTION_DEADLINE_MS - 1 } },
  { label: 'ticked, deadline', event: { type: 'ticked', at: COMPACTION_DEADLINE_MS } },
]

const effectName = (effect: WatcherEffect): string => {
  if (effect.type === 'notify') return `notify ${effect.notice.kind}`
  if (effect.type === 'report_decision') return `report ${effect.outcome}`
  if (effect.type === 'release_input') return effect.handoff === null ? 'release' : 'release with handoff'
  if (effect.type === 'submit_prompt') return `submit_prompt ${effect.asks}`
  return effect.type
}

const golden = fileURLToPath(new URL('../../../../docs/machines/watcher.mmd', import.meta.url))

test('the drawing of the machine is the one in docs/machines', () => {
  const drawing = drawMachine({ start: IDLE, samples, transition, nameOf: ({ name }) => name, effectName })
  // Rewritten by hand only, and never under CI.
  if (process.env.UPDATE === '1' && process.env.CI === undefined) {
    mkdirSync(dirname(golden), { recursive: true })
    writeFileSync(golden, drawing)
  }
  expect(drawing).toBe(existsSync(golden) ? readFileSync(golden, 'utf8') : '')
})

type Story = {
  readonly given: readonly WatcherEvent[]
  readonly end: WatcherState['name']
  readonly effects: readonly string[]
}

const run = (events: readonly WatcherEvent[]) => {
  let state: WatcherState = IDLE
  const effects: WatcherEffect[] = []
  for (const event of events) {
    const step = transition(state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const check = ({ given, end, effects }: Story) => {
  const outcome = run(given)
  expect({ end: outcome.state.name, effects: outcome.effects.map(effectName) }).toEqual({ end, effects })
}

const START = ['report pending', 'notify heads_up', 'hold_input', 'submit_compact']

test('a compaction holds the messages, waits for its own history, and releases them behind the handoff', () => {
  check({
    given: [
      turnEnded(evaluationOf(compact())),
      turnEnded(null),
      { type: 'history_replaced', submissionId: foreign },
      { type: 'turn_failed', submissionId: foreign, message: 'x' },
      { type: 'history_replaced', submissionId: own },
      turnEnded(null, own),
    ],
    end: 'idle',
    effects: [...START, 'release with handoff', 'report compacted'],
  })
})

test('whatever goes wrong leads home and releases the messages without a handoff', () => {
  const ends: readonly (readonly [WatcherEvent, readonly string[]])[] = [
    [{ type: 'turn_failed', submissionId: own, message: 'x' }, ['notify failed', 'release', 'report failed']],
    [{ type: 'compaction_failed', submissionId: own, message: 'x' }, ['notify failed', 'release', 'report failed']],
    [{ type: 'submission_rejected', submissionId: own, message: 'x' }, ['notify failed', 'release', 'report failed']],
    [turnEnded(null, own), ['notify failed', 'release', 'report failed']],
    [{ type: 'user_cancelled' }, ['interrupt', 'notify cancelled', 'release', 'report cancelled']],
    [{ type: 'ticked', at: COMPACTION_DEADLINE_MS }, ['interrupt', 'notify timed_out', 'release', 'report failed']],
  ]
  for (const [event, effects] of ends)
    check({ given: [turnEnded(evaluationOf(compact())), event], end: 'idle', effects: [...START, ...effects] })
})

test('a joined compaction is waited for under the other id', () => {
  check({
    given: [
      turnEnded(evaluationOf(compact())),
      { type: 'compaction_joined', submissionId: own, other },
      { type: 'history_replaced', submissionId: own },
      { type: 'history_replaced', submissionId: other },
    ],
    end: 'idle',
    effects: [...START, 'release with handoff', 'report compacted'],
  })
})

test('a compaction that was put off begins with the next message of the user', () => {
  check({
    given: [turnEnded(preflight), messageReady(evaluationOf(compact()))],
    end: 'compacting',
    effects: ['report deferred', 'notify deferred', ...START],
  })
})

test('what was put off is forgotten when no tier holds, the history changed, or the user says so', () => {
  const ends: readonly (readonly [WatcherEvent, readonly string[]])[] = [
    [messageReady(evaluationOf(leave('not_rearmed'))), ['report left']],
    [turnEnded(evaluationOf(leave('no_tier'))), ['report left']],
    [{ type: 'history_replaced', submissionId: foreign }, []],
    [{ type: 'user_cancelled' }, ['notify cancelled']],
  ]
  for (const [event, effects] of ends)
    check({
      given: [turnEnded(preflight), event],
      end: 'idle',
      effects: ['report deferred', 'notify deferred', ...effects],
    })
  check({
    given: [turnEnded(preflight), turnEnded(evaluationOf(leave('no_boundary')))],
    end: 'deferred',
    effects: ['report deferred', 'notify deferred', 'report left'],
  })
})

test('tag and suggest only say so', () => {
  check({
    given: [turnEnded(evaluationOf(leave('mode_tag')))],
    end: 'idle',
    effects: ['report left', 'notify would_compact'],
  })
})

const ASK = ['report pending', 'submit_judgment']

test('a judgment that approves begins the sequence, one that does not leads home, a stale one does nothing', () => {
  const asked = turnEnded(evaluationOf(judge('ready')))
  check({ given: [asked], end: 'awaiting_judgment', effects: ASK })
  check({ given: [asked, judged(evaluationOf(compact()))], end: 'compacting', effects: [...ASK, ...START] })
  check({
    given: [asked, judged(evaluationOf(leave('vetoed')))],
    end: 'idle',
    effects: [...ASK, 'report vetoed', 'notify vetoed'],
  })
  check({
    given: [asked, judged(evaluationOf(leave('judgment_failed')))],
    end: 'idle',
    effects: [...ASK, 'report left', 'notify vetoed'],
  })
  check({ given: [asked, judged(evaluationOf(compact()), stale)], end: 'awaiting_judgment', effects: ASK })
})

test('during a judgment the user’s message goes out at once, and the verdict that comes later is discarded', () => {
  const asked = turnEnded(evaluationOf(judge('ready')))
  check({
    given: [asked, messageReady(evaluationOf(leave('user_spoke'))), judged(evaluationOf(compact()))],
    end: 'idle',
    effects: [...ASK, 'report left'],
  })
})

const prompted = (asks: string) => ['report pending', 'notify heads_up', 'hold_input', `submit_prompt ${asks}`]
const COMPACT = ['hold_input', 'submit_compact']

test('the agent is asked for the packet, with its notes in one message, and only its own answer goes on', () => {
  check({
    given: [turnEnded(agentWrites), turnEnded(null, foreign, 'not the packet')],
    end: 'awaiting_packet',
    effects: prompted('packet'),
  })
  check({
    given: [turnEnded(agentWritesBoth), turnEnded(null, own, 'the packet')],
    end: 'compacting',
    effects: [...prompted('scratch_and_packet'), ...COMPACT],
  })
  const { state } = run([turnEnded(agentWrites), turnEnded(null, own, 'the packet')])
  expect(state).toMatchObject({ handoff: 'the packet', packetAuthor: 'agent' })
  const silent = run([turnEnded(agentWrites), turnEnded(null, own)])
  expect(silent.state).toMatchObject({ name: 'compacting', handoff: 'handoff', packetAuthor: 'watcher' })
})

test('a watcher that writes itself lets the agent write its notes first', () => {
  check({
    given: [turnEnded(notesFirst), turnEnded(null, own)],
    end: 'compacting',
    effects: [...prompted('scratch'), ...COMPACT],
  })
})

test('a prompt turn is given up after two minutes without an event, not before', () => {
  const heard: WatcherEvent = { type: 'progressed', submissionId: own, at: 100_000 }
  const tick = (at: number): WatcherEvent => ({ type: 'ticked', at })
  check({
    given: [turnEnded(agentWrites), heard, tick(PROMPT_SILENCE_MS)],
    end: 'awaiting_packet',
    effects: prompted('packet'),
  })
  check({
    given: [turnEnded(agentWrites), heard, tick(100_000 + PROMPT_SILENCE_MS)],
    end: 'idle',
    effects: [...prompted('packet'), 'interrupt', 'notify timed_out', 'release', 'report failed'],
  })
})

test('every state of a sequence has its failing edges, and each releases the messages', () => {
  for (const start of [agentWrites, notesFirst, evaluationOf(compact())]) {
    const ends: readonly WatcherEvent[] = [
      { type: 'turn_failed', submissionId: own, message: 'x' },
      { type: 'submission_rejected', submissionId: own, message: 'x' },
      { type: 'user_cancelled' },
      { type: 'ticked', at: COMPACTION_DEADLINE_MS },
    ]
    for (const end of ends) {
      const { state, effects } = run([turnEnded(start), end])
      expect(state.name).toBe('idle')
      expect(effects.filter(({ type }) => type === 'release_input')).toHaveLength(1)
    }
    expect(run([turnEnded(start), { type: 'driver_lost' }]).state.name).toBe('idle')
  }
})

const eventLists = fc.array(fc.constantFrom(...samples.map(({ event }) => event)), { maxLength: 40 })

test('messages are held exactly in the holding states, over 20,000 random lists of events', () => {
  fc.assert(
    fc.property(eventLists, (events) => {
      let state: WatcherState = IDLE
      let held = false
      for (const event of events) {
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
    { numRuns: 20_000 },
  )
})

test('every path ends idle or deferred once deadlines are delivered, and no decision stays open', () => {
  const orderly = samples.map(({ event }) => event).filter(({ type }) => type !== 'driver_lost')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...orderly), { maxLength: 40 }), (events) => {
      const { state, effects } = run([...events, { type: 'ticked', at: 2 * COMPACTION_DEADLINE_MS }])
      const last = effects.findLast((effect) => effect.type === 'report_decision')
      return (state.name === 'idle' || state.name === 'deferred') && last?.outcome !== 'pending'
    }),
    { numRuns: 20_000 },
  )
})

test('the end of somebody else’s turn never ends a compaction', () => {
  const foreignOnly = samples
    .map(({ event }) => event)
    .filter((event) => 'submissionId' in event && event.submissionId === foreign)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...foreignOnly), { maxLength: 20 }), (events) => {
      const { state } = run([turnEnded(evaluationOf(compact())), ...events])
      return state.name === 'compacting'
    }),
  )
})
