/** All that a decision is made from, out of what was seen of a thread: the same for the watcher and for mid-turn. */
import type { Boundary, CompactionCost, ContextUsage, DecisionInputs, Settings, Tokens } from '@rawr/protocol'
import { boundariesOf } from './boundaries.ts'
import { type Breaker, isOpen } from './breaker.ts'
import { effectivePolicy, type PolicyFrontmatter } from './effective-policy.ts'
import type { Signals } from './signals.ts'

export type Observed = {
  readonly at: DecisionInputs['at']
  readonly settings: Settings
  readonly frontmatter?: PolicyFrontmatter | undefined
  readonly usage: ContextUsage
  readonly signals: Signals
  /** `null` where the agent said nothing. */
  readonly lastAgentMessage: string | null
  /** From where growth is counted; `null`: nothing was attempted yet. */
  readonly rearmFrom: Tokens | null
  readonly breaker: Breaker
  readonly busy: boolean
  readonly reviewMode: boolean
  readonly modelAvailable: boolean
  /** The agent itself asks for it. */
  readonly agentRequest?: boolean | undefined
  readonly cost?: CompactionCost | undefined
}

export const decisionInputs = (observed: Observed): DecisionInputs => {
  const { settings, usage, rearmFrom, breaker, cost } = observed
  const rawr = settings.rawr_auto_compaction
  const { boundaries, semanticBreak, heard } = boundariesOf(observed.signals, {
    message: observed.lastAgentMessage,
    phrases: rawr.semantic_signals,
    endedTurn: observed.at === 'mid_turn' || observed.at === 'limit' ? null : { usedTools: observed.signals.usedTools },
  })
  return {
    feature_on: isOn(settings),
    mode: rawr.mode,
    at: observed.at,
    ...(observed.agentRequest === true ? { agent_request: true } : {}),
    ...(cost === undefined ? {} : { cost }),
    usage,
    policy: effectivePolicy({ settings: rawr, frontmatter: observed.frontmatter }),
    boundaries,
    semantic_break: semanticBreak,
    ...(heard.length === 0 ? {} : { heard }),
    tokens_since_rearm: rearmFrom === null ? null : Math.max(0, usage.used_tokens - rearmFrom),
    breaker_open: isOpen(breaker, { usedTokens: usage.used_tokens, windowTokens: usage.window_tokens }),
    busy: observed.busy,
    review_mode: observed.reviewMode,
    model_available: observed.modelAvailable,
  }
}

/** With compaction itself off, no automatic path runs. */
const isOn = ({ features, compact }: Settings): boolean =>
  features.rawr_auto_compaction && compact.enabled && compact.auto_compact_enabled

/** Signs that there is something to write down. */
const WORTH_NOTES: readonly Boundary[] = ['commit', 'pr_checkpoint', 'plan_checkpoint', 'plan_update', 'agent_done']

export const isWorthNotes = (boundaries: readonly Boundary[]): boolean =>
  WORTH_NOTES.some((boundary) => boundaries.includes(boundary))
