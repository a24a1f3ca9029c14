/**
 * The question of a judgment and the reading of its answer. What the agent said and what happened goes in as fenced data,
 * so that no message can answer in the model's place.
 */
import { type Boundary, err, ok, type Result, type Tier } from '@rawr/protocol'
import { cutToEnd } from './cut-text.ts'
import { fence } from './fence.ts'
import { fillTemplate } from './template.ts'

/** Newest messages that a judgment sees, and how much of each. */
export const EXCERPT_MESSAGES_MAX = 12
const EXCERPT_CHARS_MAX = 800

export type ExcerptMessage = { readonly role: 'user' | 'assistant'; readonly text: string }

/** Oldest first; of a long message the end, where it says what comes next. */
export const transcriptExcerpt = (messages: readonly ExcerptMessage[]): string =>
  messages
    .slice(-EXCERPT_MESSAGES_MAX)
    .map(({ role, text }) => `${role}: ${cutToEnd(text, EXCERPT_CHARS_MAX)}`)
    .join('\n\n')

export type JudgmentFacts = {
  readonly tier: Tier
  readonly percentRemaining: number
  readonly boundaries: readonly Boundary[]
  /** `null` where the agent said nothing. */
  readonly lastAgentMessage: string | null
  readonly messages: readonly ExcerptMessage[]
  readonly threadId: string
  /** `null` before the first turn. */
  readonly turnId: string | null
  readonly totalUsageTokens: number
  readonly modelContextWindow: number
}

/** `judgment-context.md` with everything filled in; an unknown placeholder stays as typed. */
export const judgmentContext = (template: string, facts: JudgmentFacts): string =>
  fillTemplate(template, {
    tier: facts.tier,
    percentRemaining: String(facts.percentRemaining),
    boundariesJson: JSON.stringify(facts.boundaries),
    lastAgentMessage: fence({ tag: 'last_message', text: facts.lastAgentMessage ?? '' }),
    transcriptExcerpt: fence({ tag: 'transcript', text: transcriptExcerpt(facts.messages) }),
    threadId: facts.threadId,
    turnId: facts.turnId ?? 'none',
    totalUsageTokens: String(facts.totalUsageTokens),
    modelContextWindow: String(facts.modelContextWindow),
  }).text

/** What the answer must be: these two fields and no other. */
export const JUDGMENT_SCHEMA: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> } = {
  name: 'compaction_judgment',
  schema: {
    type: 'object',
    properties: { should_compact: { type: 'boolean' }, reason: { type: 'string' } },
    required: ['should_compact', 'reason'],
    additionalProperties: false,
  },
}

export type JudgmentAnswer = { readonly shouldCompact: boolean; readonly reason: string }

/** Longer reasons are cut: they are shown in one line. */
const REASON_CHARS_MAX = 500

/** Servers without schemas wrap their JSON in a code fence or in a sentence: what stands from the first `{` to the last `}` counts. */
export const readJudgment = (text: string): Result<JudgmentAnswer, string> => {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (start === -1 || end < start) return err('the answer holds no JSON object')
  let value: unknown
  try {
    value = JSON.parse(text.slice(start, end + 1))
  } catch {
    return err('the answer is no JSON')
  }
  if (typeof value !== 'object' || value === null || !('should_compact' in value) || !('reason' in value))
    return err('the answer lacks should_compact or reason')
  const { should_compact, reason, ...others } = value
  if (Object.keys(others).length > 0)
    return err(`the answer has a field ${Object.keys(others)[0]} that was not asked for`)
  if (typeof should_compact !== 'boolean' || typeof reason !== 'string')
    return err('should_compact must be true or false, and reason a text')
  return ok({ shouldCompact: should_compact, reason: reason.slice(0, REASON_CHARS_MAX).toWellFormed() })
}
