/** How a thread goes: what the cost of a compaction is reckoned from. Folded from its events. */
import type { CompactionCost, ContextUsage, EventMsg, Settings, Tokens } from '@rawr/protocol'
import { compactionCost } from './cost-model.ts'

export type Pace = {
  /** Requests that were answered. */
  readonly calls: number
  /** Turns with a message of the user in them. */
  readonly turns: number
}

export const noPace: Pace = { calls: 0, turns: 0 }

export const foldPace = (pace: Pace, event: EventMsg): Pace => {
  if (event.type === 'token_count') return event.last === undefined ? pace : { ...pace, calls: pace.calls + 1 }
  return event.type === 'user_message' && event.origin === 'user' ? { ...pace, turns: pace.turns + 1 } : pace
}

const VIEW_MAX = 8_000
const VIEW_MIN = 1_000

/** What a compaction leaves above the floor where nobody asks for another budget. */
export const viewTokens = (settings: Settings['compact'], { effective_tokens }: ContextUsage): Tokens =>
  settings.budget_tokens ?? Math.max(VIEW_MIN, Math.min(VIEW_MAX, Math.floor(effective_tokens / 4)))

export type Expectation = {
  readonly settings: Settings
  readonly usage: ContextUsage
  readonly pace: Pace
  /** Since the provider last read the prefix; `null`: not known, so it is taken for cold. */
  readonly idleMs: number | null
  /** Whether the agent would be asked for a packet. */
  readonly asksAgent: boolean
}

export const expectedCost = ({ settings, usage, pace, idleMs, asksAgent }: Expectation): CompactionCost => {
  const { compact } = settings
  const asksModel = asksAgent || WRITTEN_BY_MODEL.has(compact.mode) ? 'yes' : 'no'
  const view = viewTokens(compact, usage)
  return compactionCost({ usage, viewTokens: view, ...pace, idleMs, asksModel, gate: compact.cost_gate })
}

const WRITTEN_BY_MODEL: ReadonlySet<string> = new Set(['full', 'inline', 'hierarchical'])
