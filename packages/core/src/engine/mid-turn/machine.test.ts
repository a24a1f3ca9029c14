import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Decision, RequestId } from '@rawr/protocol'
import { drawMachine, type Sample } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idleMidTurn, midTurnTransition } from './machine.ts'
import type { Evaluation, MidTurnEffect, MidTurnEvent, MidTurnState } from './state.ts'

const id = (name: string) => RequestId.parse(name)
const own = id('rq_1')

const leave: Decision = { kind: 'leave', why: 'no_boundary', tier: 'ready' }
const veto: Decision = { kind: 'leave', why: 'vetoed', tier: 'ready' }
const judge: Decision = {
  kind: 'judge',
  trigger: 'mid_turn',
  tier: 'ready',
  boundaries: ['commit'],
  prompt: 'judgment.md',
}
const compact: Decision = { kind: 'compact', trigger: 'mid_turn', tier: 'asap', boundaries: ['commit'] }
const emergency: Decision = { kind: 'compact', trigger: 'mid_turn', tier: 'emergency', boundaries: [] }

const evaluated = (decision: Decision, decisionId = own): Evaluation => ({
  decisionId,
  decision,
  packetAuthor: decision.kind !== 'leave' && decision.tier === 'emergency' ? 'watcher' : 'agent',
  scratch: 'asked',
  headsUp: 'Compacting soon.',
  handoff: 'the program’s packet',
})

const cut = (decision: Decision | null): MidTurnEvent => ({
  type: 'cut_reached',
  evaluation: decision === null ? null : evaluated(decision),
})
const judged = (decision: Decision, requestId = own): MidTurnEvent => ({
  type: 'judged',
  requestId,
  evaluation: evaluated(decision, requestId),
})
const packet = (handoff: string | null, requestId = own): MidTurnEvent => ({
  type: 'packet_written',
  requestId,
  handoff,
})
const ended = (outcome: 'compacted' | 'failed', handoff: 'in_view' | 'owed' = 'in_view'): MidTurnEvent => ({
  type: 'compaction_ended',
  outcome,
  handoff,
})
const written = (decisionId = own): MidTurnEvent => ({ type: 'handoff_written', decisionId })
const stopped: MidTurnEvent = { type: 'stopped' }

const effectName = (effect: MidTurnEffect): string => {
  if (effect.type === 'report_decision') return `report ${effect.outcome}`
  if (effect.type === 'compact') return `compact, packet of the ${effect.packetAuthor}`
  return effect.type
}

/** What the stories of this file went along. */
const walked = new Set<string>()

const run = (...events: readonly MidTurnEvent[]) => {
  let state: MidTurnState = idleMidTurn
  const effects: string[] = []
  for (const event of events) {
    const step = midTurnTransition(state, event)
    walked.add(`${state.name} --> ${step.state.name} / ${step.effects.map(effectName).join(', ')}`)
    state = step.state
    effects.push(...step.effects.map(effectName))
  }
  return { end: state.name, effects }
}

const samples: readonly Sample<MidTurnEvent>[] = [
  { label: 'cut_reached, nothing answered yet', event: cut(null) },
  { label: 'cut_reached, leave', event: cut(leave) },
  { label: 'cut_reached, judge', event: cut(judge) },
  { label: 'cut_reached, compact', event: cut(compact) },
  { label: 'cut_reached, emergency', event: cut(emergency) },
  { label: 'judged, yes (or failed in asap)', event: judged(compact) },
  { label: 'judged, no', event: judged(veto) },
  { label: 'judged, failed below asap', event: judged({ kind: 'leave', why: 'judgment_failed', tier: 'ready' }) },
  { label: 'packet_written', event: packet('the agent’s packet') },
  { label: 'packet_written, none', event: packet(null) },
  { label: 'compaction_ended, compacted', event: ended('compacted') },
  { label: 'compaction_ended, as it was shown', event: ended('compacted', 'owed') },
  { label: 'compaction_ended, failed', event: ended('failed') },
  { label: 'handoff_written', event: written() },
  { label: 'stopped', event: stopped },
]

const golden = fileURLToPath(new URL('../../../../../docs/machines/mid-turn.mmd', import.meta.url))

test('the drawing of the machine is the one in docs/machines', () => {
  const drawing = drawMachine({
    start: idleMidTurn,
    samples,
    transition: midTurnTransition,
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

const BEGUN = ['report pending', 'heads_up']
const ASKED = [...BEGUN, 'ask_packet']
const DONE = ['report compacted', 'proceed']

test.each<[string, readonly MidTurnEvent[], string, readonly string[]]>([
  ['before the first answer nobody is asked', [cut(null)], 'idle', ['proceed']],
  ['what is left alone is on record, and the turn goes on', [cut(leave)], 'idle', ['report left', 'proceed']],
  [
    'the agent writes its packet first, and the handoff comes with the view',
    [cut(compact), packet('p'), ended('compacted')],
    'idle',
    [...ASKED, 'compact, packet of the agent', ...DONE],
  ],
  [
    'a packet that was not written is replaced by the program’s',
    [cut(compact), packet(null), ended('compacted')],
    'idle',
    [...ASKED, 'compact, packet of the watcher', ...DONE],
  ],
  [
    'emergency asks for no judgment and no packet',
    [cut(emergency), ended('compacted')],
    'idle',
    [...BEGUN, 'compact, packet of the watcher', ...DONE],
  ],
  [
    'a plan that was shown has no place for the handoff: it follows, before anything else is read',
    [cut(compact), packet('p'), ended('compacted', 'owed'), written()],
    'idle',
    [...ASKED, 'compact, packet of the agent', 'report compacted', 'write_handoff', 'proceed'],
  ],
  [
    'a judgment that approves leads to the packet',
    [cut(judge), judged(compact), packet('p')],
    'compacting',
    ['report pending', 'ask_judgment', ...ASKED, 'compact, packet of the agent'],
  ],
  [
    'a veto counts as an attempt, and the turn goes on',
    [cut(judge), judged(veto)],
    'idle',
    ['report pending', 'ask_judgment', 'report vetoed', 'disarm', 'proceed'],
  ],
  [
    'a judgment that failed where it does not press counts as one too',
    [cut(judge), judged({ kind: 'leave', why: 'judgment_failed', tier: 'ready' })],
    'idle',
    ['report pending', 'ask_judgment', 'report left', 'disarm', 'proceed'],
  ],
  [
    'a turn that is stopped before the handoff is written stays stopped',
    [cut(compact), packet('p'), ended('compacted', 'owed'), stopped],
    'idle',
    [...ASKED, 'compact, packet of the agent', 'report compacted', 'write_handoff'],
  ],
  [
    'a compaction that failed hands nothing over, and the turn goes on',
    [cut(emergency), ended('failed')],
    'idle',
    [...BEGUN, 'compact, packet of the watcher', 'report failed', 'proceed'],
  ],
  [
    'a turn that is stopped in a judgment goes nowhere',
    [cut(judge), stopped],
    'idle',
    ['report pending', 'ask_judgment', 'abort_asking', 'report cancelled'],
  ],
  ['nor in the packet', [cut(compact), stopped], 'idle', [...ASKED, 'abort_asking', 'report cancelled']],
  [
    'nor in the compaction',
    [cut(emergency), stopped],
    'idle',
    [...BEGUN, 'compact, packet of the watcher', 'report cancelled'],
  ],
  [
    'a stale verdict is about another moment',
    [cut(judge), judged(compact, id('rq_0'))],
    'judging',
    ['report pending', 'ask_judgment'],
  ],
  ['a packet of an earlier request is none', [cut(compact), packet('old', id('rq_0'))], 'awaiting_packet', ASKED],
])('%s', (_name, events, end, effects) => expect(run(...events)).toEqual({ end, effects }))

test('every edge of the drawing is gone along by a story', () => {
  const drawn = readFileSync(golden, 'utf8').split('\n').slice(2).filter(Boolean)
  const left = drawn.filter((line) => {
    const [, from, to, rest = ''] = /^ {2}(\w+) --> (\w+): (.*)$/.exec(line) ?? []
    const [, effects = ''] = rest.split(' / ')
    return !walked.has(`${from} --> ${to} / ${effects}`)
  })
  expect(left).toEqual([])
  expect(drawn.length).toBeGreaterThan(15)
})

test('20,000 random lists of events: one proceed a cut, emergency never asks, foreign answers move nothing', () => {
  const decisions = [leave, veto, judge, compact, emergency]
  const eventOf = fc.oneof(
    fc.constantFrom(null, ...decisions).map(cut),
    fc.tuple(fc.constantFrom(...decisions), fc.constantFrom('rq_1', 'rq_0')).map(([d, at]) => judged(d, id(at))),
    fc.tuple(fc.constantFrom('p', null), fc.constantFrom('rq_1', 'rq_0')).map(([p, at]) => packet(p, id(at))),
    fc.constantFrom<MidTurnEvent>(
      ended('compacted'),
      ended('compacted', 'owed'),
      ended('failed'),
      written(),
      written(id('rq_0')),
      stopped,
    ),
  )
  const property = fc.property(fc.array(eventOf, { maxLength: 30 }), (events) => {
    let state: MidTurnState = idleMidTurn
    let isOpen = false
    for (const event of events) {
      const before = state
      const step = midTurnTransition(state, event)
      state = step.state
      const names = step.effects.map(({ type }) => type)
      if (event.type === 'cut_reached' && before.name === 'idle') isOpen = true
      if (names.includes('proceed') && !isOpen) return false
      if (names.includes('proceed') || event.type === 'stopped') isOpen = false
      // Nothing waits where the turn went on, and the turn goes on from nowhere but home.
      if ((state.name === 'idle') === isOpen) return false
      const isForeign = (event.type === 'judged' || event.type === 'packet_written') && event.requestId !== own
      if (isForeign && (state !== before || names.length > 0)) return false
      const decided = event.type === 'cut_reached' || event.type === 'judged' ? event.evaluation?.decision : undefined
      const isEmergency = decided !== undefined && decided.kind !== 'leave' && decided.tier === 'emergency'
      if (isEmergency && names.includes('ask_judgment')) return false
      // A handoff follows a compaction and nothing else.
      if (names.includes('write_handoff') && before.name !== 'compacting') return false
    }
    return true
  })
  fc.assert(property, { numRuns: 20_000 })
})
