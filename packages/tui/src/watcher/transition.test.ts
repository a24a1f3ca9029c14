import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawMachine } from '@rawr/protocol/testing'
import { expect, test } from 'vitest'
import {
  COMPACTION_DEADLINE_MS,
  PROMPT_SILENCE_MS,
  type WatcherEffect,
  type WatcherEvent,
  type WatcherState,
} from './state.ts'
import { IDLE } from './steps.ts'
import {
  agentWrites,
  agentWritesBoth,
  compact,
  continuing,
  evaluationOf,
  foreign,
  idled,
  judge,
  judged,
  leave,
  messageReady,
  notesFirst,
  other,
  own,
  preflight,
  samples,
  stale,
  turnEnded,
} from './testing/watcher-events.ts'
import { transition } from './transition.ts'

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

/** What the stories of this file went along. */
const walked = new Set<string>()
const edgeOf = (from: WatcherState, { state, effects }: ReturnType<typeof transition>): string =>
  `${from.name} --> ${state.name} / ${effects.map(effectName).join(', ')}`

const run = (events: readonly WatcherEvent[]) => {
  let state: WatcherState = IDLE
  const effects: WatcherEffect[] = []
  for (const event of events) {
    const step = transition(state, event)
    walked.add(edgeOf(state, step))
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const check = ({ given, end, effects }: Story) => {
  const outcome = run(given)
  expect({ end: outcome.state.name, effects: outcome.effects.map(effectName) }).toEqual({ end, effects })
}

const prompted = (asks: string) => ['report pending', 'notify heads_up', 'hold_input', `submit_prompt ${asks}`]
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

test('where the plan has open steps and the user wants it, the agent goes on behind the compaction', () => {
  check({
    given: [turnEnded(continuing), { type: 'history_replaced', submissionId: own }],
    end: 'idle',
    effects: [...START, 'release with handoff', 'submit_continuation', 'report compacted'],
  })
  check({
    given: [turnEnded(continuing), { type: 'compaction_failed', submissionId: own, message: 'x' }],
    end: 'idle',
    effects: [...START, 'notify failed', 'release', 'report failed'],
  })
  check({
    given: [messageReady(continuing), { type: 'history_replaced', submissionId: own }],
    end: 'idle',
    effects: [...START, 'release with handoff', 'report compacted'],
  })
})

test('a thread that was idle for long is compacted as after a turn, also where that was put off', () => {
  check({ given: [idled(agentWrites)], end: 'awaiting_packet', effects: prompted('packet') })
  check({
    given: [turnEnded(preflight), idled(evaluationOf(compact()))],
    end: 'compacting',
    effects: ['report deferred', 'notify deferred', ...START],
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

const ASKED = 'turn_completed, judge'
const PUT_OFF = 'turn_completed, compact, preflight'
const NOTES = 'turn_completed, compact, watcher writes, scratch'

/** The last of these events, by the names they have in the drawing, and what it leads to. */
test.each<[string, readonly string[], WatcherState['name'], readonly string[]]>([
  ['no tier', ['turn_completed, no tier'], 'idle', ['report left']],
  ['no boundary', ['turn_completed, no boundary'], 'idle', ['report left']],
  ['a message without a tier', ['user_message_ready, no tier'], 'idle', ['report left']],
  ['idle without a boundary', ['idled, no boundary'], 'idle', ['report left']],
  ['yes, and the agent writes', [ASKED, 'judged yes, agent writes'], 'awaiting_packet', prompted('packet')],
  [
    'yes, and notes first',
    [ASKED, 'judged yes, watcher writes, scratch'],
    'awaiting_scratch_write',
    prompted('scratch'),
  ],
  ['yes, but put off', [ASKED, 'judged yes, preflight'], 'deferred', ['report deferred', 'notify deferred']],
  ['the driver is lost while it is judged', [ASKED, 'driver_lost'], 'idle', []],
  ['Esc while it is judged', [ASKED, 'user_cancelled'], 'idle', ['report cancelled', 'notify cancelled']],
  ['a verdict that is late', [ASKED, 'ticked, deadline'], 'idle', ['report failed']],
  ['notes that go on', [NOTES, 'its progress'], 'awaiting_scratch_write', []],
  ['notes that were joined', [NOTES, 'compaction_joined'], 'awaiting_scratch_write', []],
  ['put off, then tag', [PUT_OFF, 'turn_completed, mode tag'], 'deferred', ['report left', 'notify would_compact']],
  [
    'put off, then suggest',
    [PUT_OFF, 'turn_completed, mode suggest'],
    'deferred',
    ['report left', 'notify would_compact'],
  ],
  ['put off, then judged', [PUT_OFF, ASKED], 'awaiting_judgment', ['report pending', 'submit_judgment']],
  [
    'put off, then the agent',
    [PUT_OFF, 'turn_completed, compact, agent writes'],
    'awaiting_packet',
    prompted('packet'),
  ],
  [
    'put off, then the agent with notes',
    [PUT_OFF, 'turn_completed, compact, agent writes, scratch'],
    'awaiting_packet',
    prompted('scratch_and_packet'),
  ],
  ['put off, then notes', [PUT_OFF, NOTES], 'awaiting_scratch_write', prompted('scratch')],
  ['put off again', [PUT_OFF, PUT_OFF], 'deferred', ['report deferred', 'notify deferred']],
  [
    'put off, then judged while idle',
    [PUT_OFF, 'idled, judge'],
    'awaiting_judgment',
    ['report pending', 'submit_judgment'],
  ],
  ['put off, then the agent while idle', [PUT_OFF, 'idled, agent writes'], 'awaiting_packet', prompted('packet')],
])('edge: %s', (_, labels, end, effects) => {
  const events = labels.map((label) => {
    const sample = samples.find((one) => one.label === label)
    if (sample === undefined) throw new Error(`no sample is called ${label}`)
    return sample.event
  })
  const before = run(events.slice(0, -1))
  const outcome = run(events)
  expect({ end: outcome.state.name, effects: outcome.effects.slice(before.effects.length).map(effectName) }).toEqual({
    end,
    effects,
  })
})

// Last: it looks at what all the stories above went along.
test('every edge of the drawing is gone along by a story', () => {
  const drawn = readFileSync(golden, 'utf8').split('\n').slice(2).filter(Boolean)
  const left = drawn.filter((line) => {
    const [, from, to, rest = ''] = /^ {2}(\w+) --> (\w+): (.*)$/.exec(line) ?? []
    const [, ...effects] = rest.split(' / ')
    return !walked.has(`${from} --> ${to} / ${effects.join(' / ')}`)
  })
  expect(left).toEqual([])
  expect(drawn.length).toBeGreaterThan(90)
})
