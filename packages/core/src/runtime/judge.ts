/**
 * The judgment: one schema call off the transcript that may veto a compaction. History and items stay as they are, no gauge
 * moves; what it cost stands in the result, and in the thread's total from there.
 */
import { visibleItems } from '@rawr/compaction'
import { JUDGMENT_SCHEMA, judgmentContext, readJudgment } from '@rawr/prompts'
import { type EventMsg, ItemId, type Result, type SubmissionId } from '@rawr/protocol'
import { spokenWords } from '../engine/excerpt.ts'
import { stampItem, textDraft } from '../engine/item-draft.ts'
import type { JudgmentQuestion } from '../engine/judgment-question.ts'
import { usageOf } from '../engine/limits.ts'
import type { SamplingRequest } from '../ports/model-client.ts'
import { type AsideAnswer, askAside } from './ask-aside.ts'
import type { SessionParts } from './session-parts.ts'

/** No answer by then is a failed judgment. */
const JUDGMENT_MS_MAX = 20_000

export type JudgmentResult = Extract<EventMsg, { type: 'rawr_auto_compaction_judgment_result' }>

export type Judge = {
  /** Reports the result as an event too. One at a time. */
  ask(question: JudgmentQuestion, submissionId: SubmissionId | null): Promise<JudgmentResult>
  isAsking(): boolean
  /** What is asked now ends as failed. */
  stop(): void
}

export const openJudge = (parts: SessionParts): Judge => {
  let asking: AbortController | null = null
  return {
    isAsking: () => asking !== null,
    stop: () => asking?.abort(),
    ask: async (question, submissionId) => {
      const controller = new AbortController()
      asking = controller
      const used_tokens = usageOf(parts.gauge()).used_tokens
      const answer = await answerTo(parts, question, controller.signal)
      asking = null
      const { requestId: request_id, tier } = question
      const about = { type: 'rawr_auto_compaction_judgment_result', request_id, tier, used_tokens } as const
      const result: JudgmentResult = { ...about, ...resultOf(answer) }
      parts.outbox.emit(result, submissionId)
      return result
    },
  }
}

type Answer = Result<AsideAnswer, string>

const resultOf = (answer: Answer): Pick<JudgmentResult, 'outcome' | 'should_compact' | 'reason' | 'usage'> => {
  if (!answer.ok) return { outcome: 'failed', should_compact: false, reason: answer.error }
  const { text, usage } = answer.value
  const cost = usage === null ? {} : { usage }
  const read = readJudgment(text)
  if (!read.ok) return { outcome: 'failed', should_compact: false, reason: read.error, ...cost }
  return { outcome: 'answered', should_compact: read.value.shouldCompact, reason: read.value.reason, ...cost }
}

const answerTo = async (parts: SessionParts, question: JudgmentQuestion, signal: AbortSignal): Promise<Answer> => {
  const { model, clock } = parts.deps
  if (model === null) return { ok: false, error: 'no model is configured' }
  const instructions = await parts.prompts.read(question.promptFile)
  if (!instructions.ok) return instructions
  const request = requestOf(parts, question, instructions.value)
  return askAside({ model, request, clock, deadline: { kind: 'whole', ms: JUDGMENT_MS_MAX }, signal })
}

const requestOf = (
  { deps, prompts, record, gauge }: SessionParts,
  question: JudgmentQuestion,
  instructions: string,
): SamplingRequest => {
  const { settings, threadId, clock } = deps
  const usage = usageOf(gauge())
  const context = judgmentContext(prompts.bodies['judgment-context.md'], {
    tier: question.tier,
    percentRemaining: question.percentRemaining,
    boundaries: question.boundaries,
    lastAgentMessage: question.lastAgentMessage,
    messages: spokenWords(visibleItems(record.history())),
    threadId,
    turnId: question.turnId,
    totalUsageTokens: usage.used_tokens,
    modelContextWindow: usage.window_tokens,
  })
  return {
    model: settings.model.name ?? '',
    instructions,
    items: [stampItem(textDraft('synthetic', context), { id: ASIDE_ID, at: clock.now() })],
    tools: [],
    toolChoice: 'none',
    outputSchema: JUDGMENT_SCHEMA,
    cacheKey: threadId,
  }
}

/** Never logged, so it takes no number of the thread's. */
const ASIDE_ID = ItemId.parse('aside')
