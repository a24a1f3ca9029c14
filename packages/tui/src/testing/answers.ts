/** What a core answers to `/context`, `/why`, `/model`, `/history` and `/recall`, for tests. */
import { contextUsage, effectivePolicy } from '@rawr/policy'
import { type AnswerTo, DEFAULT_SETTINGS, type EventMsg, ItemId, RequestId } from '@rawr/protocol'
import { compactionId, report } from './screens.ts'

const usage = contextUsage({ windowTokens: 100_000, usedTokens: 43_200, floorTokens: 2_000, source: 'divisors' })

export const breakdown: AnswerTo<{ type: 'context_breakdown' }> = {
  type: 'context_breakdown_result',
  usage,
  parts: [
    { kind: 'tool_results', tokens: 30_240, items: 12 },
    { kind: 'agent', tokens: 8_640, items: 9 },
    { kind: 'instructions', tokens: 2_592, items: 0 },
    { kind: 'user', tokens: 1_728, items: 1 },
  ],
  largest: [
    { kind: 'tool_results', tokens: 17_280, what: 'shell {"command":"npm test"}', item_id: ItemId.parse('i7') },
    { kind: 'tool_results', tokens: 9_500, what: `read 日本語 ${'x'.repeat(120)}`, item_id: ItemId.parse('i3') },
    { kind: 'instructions', tokens: 2_592, what: 'the system prompt' },
  ],
  prefix: { requests: 31, breaks: 1, last_break: 'message i5 changed' },
}

export const explained: AnswerTo<{ type: 'explain' }> = {
  type: 'explain_result',
  record: {
    id: RequestId.parse('rq_9'),
    at: 0,
    actor: 'watcher',
    inputs: {
      feature_on: true,
      mode: 'auto',
      at: 'turn_end',
      usage,
      policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
      boundaries: ['commit'],
      semantic_break: false,
      tokens_since_rearm: null,
      breaker_open: false,
      busy: false,
      review_mode: false,
      model_available: true,
    },
    decision: { kind: 'compact', trigger: 'auto_watcher', tier: 'ready', boundaries: ['commit'] },
    count: 1,
    outcome: 'compacted',
  },
  sentences: [
    'The watcher asked at the end of the turn.',
    'Compacting at 52 % left (ready): after commit.',
    'It came out as compacted.',
  ],
}

export const models: AnswerTo<{ type: 'model_list' }> = {
  type: 'model_list_result',
  current: 'gpt-5.2',
  models: [
    { name: 'gpt-5.2', context_window: 400_000 },
    { name: 'gpt-5.2-mini' },
    { name: '通义-coder', context_window: 32_768 },
  ],
}

export const leftByCompaction: AnswerTo<{ type: 'compaction_show' }> = {
  type: 'compaction_show_result',
  compaction_id: compactionId,
  report,
  text: '## State\nGoal: add a parser for the log lines. [i1]\nEdited: src/parser.ts\nUser: "never edit files under vendor/, whatever a test says about it, and ask before a release"',
}

export const recalledPage: Extract<EventMsg, { type: 'recall_result' }> = {
  type: 'recall_result',
  text: 'i4 line 2: Berth 7 is free at high water.\ni9 line 1: moored at berth 7',
  page: 1,
  next_page: 2,
  characters: 30_000,
}
