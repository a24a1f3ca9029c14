/** The watcher's machine with the real policy in front of it, over 20,000 random threads. */
import { contextUsage } from '@rawr/policy'
import { CompactionId, type EventMsg, ItemId, RequestId, type Settings, type Tier } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { WatcherEvent, WatcherState } from './state.ts'
import { IDLE } from './steps.ts'
import { committed, completed, configured, PROMPTS, replaced, turn_id } from './testing/open-thread.ts'
import { foreign, isHolding, judged, messageReady, next, own, turnEnded } from './testing/watcher-events.ts'
import { emptyMemory, remember, type ThreadMemory } from './thread-memory.ts'
import { transition } from './transition.ts'

type Step = {
  readonly used: number
  readonly sign: 'none' | 'commit' | 'plan' | 'done'
  readonly verdict: 'yes' | 'no' | 'failed' | 'none'
  readonly ends: 'compacted' | 'no_gain' | 'failed' | 'cancelled'
}

const steps = fc.array(
  fc.record<Step>({
    used: fc.integer({ min: 1_000, max: 95_000 }),
    sign: fc.constantFrom('none', 'commit', 'plan', 'done'),
    verdict: fc.constantFrom('yes', 'no', 'failed', 'none'),
    ends: fc.constantFrom('compacted', 'no_gain', 'failed', 'cancelled'),
  }),
  { maxLength: 8 },
)

const POLICY: Settings['rawr_auto_compaction']['policy'] = {
  early: { decision_prompt_path: 'judgment.md' },
  ready: { decision_prompt_path: 'judgment.md' },
  asap: {},
  emergency: { decision_prompt_path: 'judgment.md' },
}

const startOf = (): ThreadMemory =>
  remember(emptyMemory(), {
    ...configured({ policy: POLICY }),
    wire_api: 'responses',
    prompts: PROMPTS,
  })

const usageAt = (used: number) =>
  contextUsage({ windowTokens: 100_000, usedTokens: used, floorTokens: 2_000, source: 'reported' })

const counted = (used: number): EventMsg => ({
  type: 'token_count',
  usage: usageAt(used),
  total: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 },
})

const workOf = ({ used, sign }: Step): readonly EventMsg[] => [
  { type: 'turn_started', turn_id, origin: 'user' },
  { type: 'user_message', item_id: ItemId.parse('i1'), submission_id: foreign, text: 'Go on.', origin: 'user' },
  ...(sign === 'commit' ? [committed] : []),
  ...(sign === 'plan'
    ? [{ type: 'plan_update', turn_id, plan: [{ step: 'a', status: 'in_progress' }] } satisfies EventMsg]
    : []),
  counted(used),
  completed(sign === 'done' ? 'All done: it is finished.' : 'Looking further.'),
]

const begins = (used: number): EventMsg => ({
  type: 'compaction_started',
  compaction_id: CompactionId.parse('k1'),
  trigger: 'auto_watcher',
  strategy: 'auto',
  tokens_before: used,
})

/** What core tells of the compaction that was asked for. */
const toldBy = ({ used, ends }: Step): readonly EventMsg[] => {
  if (ends === 'compacted') return [begins(used), replaced(used, Math.floor(used / 3)), counted(Math.floor(used / 3))]
  const reason = ends === 'no_gain' ? 'no_gain' : ends === 'failed' ? 'api_error' : 'interrupted'
  return [begins(used), { type: 'compact_failed', compaction_id: CompactionId.parse('k1'), reason }]
}

const decisionId = RequestId.parse('d1')
const request = { request_id: decisionId, used_tokens: 0 }

/** Plays random threads through the real policy and the machine, and gives what was asked of core, with the usage then. */
const played = (list: readonly Step[]) => {
  let memory = startOf()
  let state: WatcherState = IDLE
  const asked: { readonly what: 'compact' | 'judge'; readonly used: number; readonly tier: Tier }[] = []
  const take = (event: WatcherEvent, step: Step): void => {
    const moved = transition(state, event)
    state = moved.state
    const { evaluation } = 'evaluation' in event ? event : { evaluation: null }
    const tier = evaluation !== null && evaluation.decision.kind !== 'leave' ? evaluation.decision.tier : 'early'
    for (const { type } of moved.effects) {
      if (type === 'submit_judgment') asked.push({ what: 'judge', used: step.used, tier })
      if (type === 'submit_compact' || type === 'submit_prompt') asked.push({ what: 'compact', used: step.used, tier })
    }
  }
  for (const step of list) {
    for (const msg of workOf(step)) memory = remember(memory, msg)
    const question = { memory, at: 'turn_end', decisionId } as const
    const evaluation = evaluate(question)?.evaluation ?? null
    take(turnEnded(evaluation), step)
    if (state.name === 'awaiting_judgment') {
      const verdict = step.verdict === 'yes' ? 'approved' : step.verdict === 'no' ? 'vetoed' : 'failed'
      const should_compact = verdict === 'approved'
      const outcome = verdict === 'failed' ? 'failed' : 'answered'
      const told = { ...request, tier: 'ready', should_compact, outcome, reason: '', used_tokens: step.used } as const
      memory = remember(memory, { type: 'rawr_auto_compaction_judgment_result', ...told })
      const answered = evaluate({ ...question, verdict })?.evaluation
      if (step.verdict === 'none' || answered === undefined) take(messageReady(null), step)
      else take(judged(answered), step)
    }
    if (!isHolding(state)) continue
    if (state.name !== 'compacting')
      take({ type: 'turn_completed', submissionId: own, evaluation: null, packet: 'p', at: 0, next }, step)
    for (const msg of toldBy(step)) memory = remember(memory, msg)
    take(
      step.ends === 'compacted'
        ? { type: 'history_replaced', submissionId: own }
        : { type: 'compaction_failed', submissionId: own, message: step.ends },
      step,
    )
    memory = remember(memory, completed(null))
  }
  return { asked, state }
}

test('never two compactions without growth between them, and emergency never asks for a judgment', () => {
  const seen = { compact: 0, judge: 0, emergency: 0 }
  fc.assert(
    fc.property(steps, (list) => {
      const { asked, state } = played(list)
      let from: number | null = null
      for (const [at, { what, used, tier }] of asked.entries()) {
        if (what === 'judge') {
          seen.judge += 1
          if (tier === 'emergency') return false
          continue
        }
        const isSameSequence = at > 0 && asked[at - 1]?.what === 'compact' && asked[at - 1]?.used === used
        if (isSameSequence) continue
        seen.compact += 1
        if (tier === 'emergency') seen.emergency += 1
        const step = list.find((one) => one.used === used)
        if (from !== null && used < from + 2_000) return false
        from = step?.ends === 'compacted' ? Math.floor(used / 3) : used
      }
      return state.name === 'idle' || state.name === 'deferred'
    }),
    { numRuns: 20_000 },
  )
  // The lists reach what the law speaks of.
  expect(Object.values(seen).every((count) => count > 200)).toBe(true)
})
