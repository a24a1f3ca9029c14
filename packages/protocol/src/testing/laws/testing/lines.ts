/** Short ways to write a log down in the tests of the laws: lines get their ordinals and event numbers as a good log has them. */
import { DEFAULT_SETTINGS } from '../../../default-settings.ts'
import { RolloutLine } from '../../../rollout-item.ts'

/** Type and payload of a line. */
export type Draft = readonly [string, object]

export const event = (msg: object, submission_id: string | null = null): Draft => [
  'event_msg',
  { seq: 0, submission_id, msg },
]

const item = (payload: object): Draft => ['response_item', payload]

export const words = (id: string, text: string, meta: object = {}): Draft => item(message(id, text, meta))

export const message = (id: string, text: string, meta: object = {}) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  meta: { id, at: 1, origin: 'user', ...meta },
})

export const answer = (id: string, text: string, meta: object = {}): Draft =>
  item({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text }],
    meta: { id, at: 1, origin: 'assistant', ...meta },
  })

export const call = (id: string, call_id: string): Draft =>
  item({ type: 'function_call', name: 'shell', arguments: '{}', call_id, meta: { id, at: 1, origin: 'assistant' } })

export const result = (id: string, call_id: string, output = 'ok', meta: object = {}): Draft =>
  item({ type: 'function_call_output', call_id, output, meta: { id, at: 1, origin: 'tool', ...meta } })

export const began: Draft = [
  'session_meta',
  { id: 'th', timestamp: '2026-03-14T12:00:00.000Z', cwd: '/w', originator: 'test', cli_version: '1', source: 'test' },
]

const WINDOW = 100_000

export const configured = (change: object = {}): Draft =>
  event({
    type: 'session_configured',
    thread_id: 'th',
    cwd: '/w',
    wire_api: 'responses',
    context_window: WINDOW,
    resumed: false,
    settings: { ...DEFAULT_SETTINGS, ...change },
  })

export const usageAt = (used_tokens: number, change: object = {}) => ({
  used_tokens,
  floor_tokens: 2_000,
  window_tokens: WINDOW,
  effective_tokens: 90_000,
  percent_remaining: Math.max(0, Math.floor((100 * (90_000 - used_tokens)) / 90_000)),
  source: 'divisors',
  ...change,
})

export const counted = (used_tokens: number, change: object = {}): Draft =>
  event({
    type: 'token_count',
    usage: usageAt(used_tokens, change),
    total: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 },
  })

export const starts = (compaction_id: string, tokens_before = 42_000, trigger = 'manual'): Draft =>
  event({ type: 'compaction_started', compaction_id, trigger, strategy: 'auto', tokens_before })

export const fails = (compaction_id: string, reason = 'no_gain', error_message = 'Compact by hand.'): Draft =>
  event({ type: 'compact_failed', compaction_id, reason, error_message })

export const report = (change: object = {}) => ({
  trigger: 'manual',
  requested: 'auto',
  strategy: 'extractive',
  reason: 'no model was asked',
  tokens_before: 42_000,
  tokens_after: 11_000,
  estimate: 'divisors',
  kept: 1,
  cleared: 0,
  archived: 0,
  pinned: 0,
  headroom: 65_501,
  duration_ms: 1,
  ...change,
})

export type Written = {
  readonly [field: string]: unknown
  readonly entries?: readonly object[]
  readonly through?: string | null
}

export const writes = (id: string, { entries = [], through = null, ...change }: Written = {}): Draft => [
  'compacted',
  {
    id,
    trigger: 'manual',
    requested: 'auto',
    strategy: 'extractive',
    message: '',
    tokens_before: 42_000,
    tokens_after: 11_000,
    view: { through, entries },
    anchor_hash: '',
    prompt_version: '1',
    duration_ms: 1,
    ...change,
  },
]

export const DONE = 'Compaction complete: ~42k → ~11k tokens; kept 1; archived 0; headroom 65,501'

export const told = (compaction_id: string, text = DONE, change: object = {}): Draft =>
  event({ type: 'context_compacted', compaction_id, report: report(change), message: text })

export const keep = (first: string, last = first) => ({ kind: 'keep', first, last })

export const insert = (
  inserted: object,
  ...sources: readonly { readonly line: number; readonly ids: readonly string[] }[]
) => ({
  kind: 'insert',
  item: inserted,
  sources,
})

export const logOf = (...drafts: readonly Draft[]): RolloutLine[] => {
  let seq = 0
  return drafts.map(([type, payload], ordinal) => {
    if (type === 'event_msg') seq += 1
    const numbered = type === 'event_msg' ? { ...payload, seq } : payload
    return RolloutLine.parse({ timestamp: '2026-03-14T12:00:00.000Z', ordinal, type, payload: numbered })
  })
}
