import { contextUsage, emptyBreaker, type Observed } from '@rawr/policy'
import { defaultText, noPacketFacts } from '@rawr/prompts'
import { DEFAULT_SETTINGS, RequestId, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { type CutQuestion, evaluateCut, withVerdict } from './evaluate.ts'

const usageAt = (usedTokens: number) =>
  contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 2_000, source: 'reported' })

const rawr = (change: Partial<Settings['rawr_auto_compaction']>): Settings => ({
  ...DEFAULT_SETTINGS,
  rawr_auto_compaction: { ...DEFAULT_SETTINGS.rawr_auto_compaction, ...change },
})

const question = (observed: Partial<Observed> = {}): CutQuestion => ({
  decisionId: RequestId.parse('rq_1'),
  observed: {
    settings: DEFAULT_SETTINGS,
    usage: usageAt(40_000),
    signals: { seen: ['commit'], completedSteps: 0, usedTools: true, turn: 'work' },
    lastAgentMessage: null,
    rearmFrom: null,
    breaker: emptyBreaker,
    busy: false,
    reviewMode: false,
    modelAvailable: true,
    ...observed,
  },
  facts: { ...noPacketFacts, goal: 'Add a parser', requests: ['Add a parser'] },
  maxTailChars: 1_200,
  headsUpTemplate: defaultText('heads-up.md'),
})

const evaluate = (observed: Partial<Observed> = {}) => evaluateCut(question(observed)).evaluation

test('mid-turn ignores the mode and the author of the settings: the agent writes', () => {
  for (const mode of ['tag', 'suggest', 'auto'] as const)
    expect(evaluate({ settings: rawr({ mode, packet_author: 'watcher' }) })).toMatchObject({
      decision: { kind: 'compact', trigger: 'mid_turn', tier: 'asap', boundaries: ['commit'] },
      packetAuthor: 'agent',
      scratch: 'asked',
    })
})

test('but not in emergency, where no model is asked for anything', () => {
  expect(
    evaluate({ usage: usageAt(82_000), signals: { seen: [], completedSteps: 0, usedTools: true, turn: 'work' } }),
  ).toMatchObject({
    decision: { kind: 'compact', tier: 'emergency' },
    packetAuthor: 'watcher',
    scratch: 'not_asked',
    handoff: expect.stringContaining('Add a parser'),
  })
})

test('the end of a turn is none in the middle of one', () => {
  const policy = { early: {}, ready: {}, asap: { requires_any_boundary: ['turn_complete' as const] }, emergency: {} }
  const signals = { seen: [], completedSteps: 0, usedTools: true, turn: 'work' as const }
  expect(evaluate({ settings: rawr({ policy }), signals }).decision).toEqual({
    kind: 'leave',
    why: 'no_boundary',
    tier: 'asap',
  })
})

test('without a model nobody could write the packet, so below emergency it is left alone', () =>
  expect(evaluate({ modelAvailable: false }).decision).toMatchObject({ kind: 'leave', why: 'no_model' }))

test('notes are asked for only where they may be written', () => {
  expect(evaluate({ settings: { ...DEFAULT_SETTINGS, project_files: false } }).scratch).toBe('not_asked')
  expect(evaluate({ settings: rawr({ scratch_write_enabled: false }) }).scratch).toBe('not_asked')
})

test('the verdict is put to the inputs it was asked about', () => {
  const policy = { early: {}, ready: {}, asap: { decision_prompt_path: 'judgment.md' }, emergency: {} }
  const asked = question({ settings: rawr({ policy }) })
  const { inputs, evaluation } = evaluateCut(asked)
  expect(evaluation.decision.kind).toBe('judge')
  expect(withVerdict(asked, inputs, 'vetoed').evaluation.decision).toMatchObject({ kind: 'leave', why: 'vetoed' })
  expect(withVerdict(asked, inputs, 'failed').evaluation.decision).toMatchObject({ kind: 'compact', tier: 'asap' })
})
