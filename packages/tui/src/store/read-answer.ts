/** What the core answers to `/context`, `/why`, `/model`, `/history` and `/recall`, as tables, lists and texts. */
import {
  type AnswerTo,
  assertNever,
  type ContextKind,
  type ContextUsage,
  type EventMsg,
  type Tokens,
} from '@rawr/protocol'
import { addCell, notice } from './add-cell.ts'
import type { TableRow } from './cell.ts'
import { tokensText, usageText } from './figures.ts'
import type { Question, ScreenState } from './state.ts'

export const readAnswer = (state: ScreenState, msg: AnswerTo<Question>): ScreenState => {
  switch (msg.type) {
    case 'context_breakdown_result':
      return breakdown(state, msg)
    case 'explain_result':
      return explained(state, msg)
    case 'model_list_result':
      return modelsListed(state, msg)
    case 'compaction_show_result':
      return opened(state, msg)
    case 'recall_result':
      return recalled(state, msg)
    default:
      return assertNever(msg)
  }
}

const KINDS: Readonly<Record<ContextKind, string>> = {
  instructions: 'instructions',
  tools: 'tools',
  context: 'project context',
  pins: 'pins',
  user: 'your messages',
  agent: 'answers',
  reasoning: 'reasoning',
  tool_calls: 'tool calls',
  tool_results: 'tool results',
  summary: 'summaries',
  other: 'other',
}

/** The gauge is set to the same figure: what fills the window and how full it is must never differ on one screen. */
const breakdown = (state: ScreenState, msg: AnswerTo<{ type: 'context_breakdown' }>): ScreenState => {
  const { usage, parts, largest, prefix } = msg
  const byKind = parts.map(({ kind, tokens, items }) =>
    weight({ label: KINDS[kind], tokens, usage, note: items === 0 ? '' : ` · ${items} item${items === 1 ? '' : 's'}` }),
  )
  const byItem = largest.map(({ kind, tokens, what, item_id }) =>
    weight({
      label: KINDS[kind],
      tokens,
      usage,
      note: ` · ${item_id === undefined ? '' : `${item_id} `}${shortened(what)}`,
    }),
  )
  const rows = [...byKind, { label: 'prefix', value: prefixText(prefix) }]
  const filled = addCell({ ...state, usage }, { kind: 'table', title: `Context: ${usageText(usage)}`, rows })
  return byItem.length === 0 ? filled : addCell(filled, { kind: 'table', title: 'Largest items', rows: byItem })
}

/** What a provider's cache could not use again, beside what a compaction costs it. */
const prefixText = ({ requests, breaks, last_break }: AnswerTo<{ type: 'context_breakdown' }>['prefix']): string => {
  const grew = `grew through ${requests} request${requests === 1 ? '' : 's'}`
  const broke = `${breaks} break${breaks === 1 ? '' : 's'}`
  return last_break === undefined ? `${grew}, ${broke}` : `${grew}, ${broke}; the last: ${last_break}`
}

type Weight = {
  readonly label: string
  readonly tokens: Tokens
  readonly usage: ContextUsage
  readonly note: string
}

const weight = ({ label, tokens, usage, note }: Weight): TableRow => ({
  label,
  value: `${tokensText(tokens, usage.source)}${note}`,
  bar: usage.used_tokens === 0 ? 0 : tokens / usage.used_tokens,
})

const WHAT_CHARACTERS_MAX = 80

const shortened = (what: string): string => {
  const characters = [...what]
  return characters.length <= WHAT_CHARACTERS_MAX ? what : `${characters.slice(0, WHAT_CHARACTERS_MAX - 1).join('')}…`
}

const explained = (state: ScreenState, msg: AnswerTo<{ type: 'explain' }>): ScreenState => {
  const { record, sentences } = msg
  if (sentences.length === 0) return notice(state, 'quiet', 'No decision about compaction was made in this thread yet.')
  const rows = sentences.map((value, index) => ({ label: String(index + 1), value }))
  return addCell(state, { kind: 'table', title: record === null ? 'Why' : `Why: decision ${record.id}`, rows })
}

const modelsListed = (
  state: ScreenState,
  { models, current = 'not chosen' }: AnswerTo<{ type: 'model_list' }>,
): ScreenState => {
  if (models.length === 0) {
    const text = `The model is ${current}; the server gives no list. ${MODEL_HINT}`
    return notice(state, 'quiet', text)
  }
  const choices = models.map(({ name, context_window }) => ({ name, windowTokens: context_window ?? null }))
  const selected = Math.max(
    0,
    choices.findIndex(({ name }) => name === current),
  )
  return { ...state, panel: { kind: 'models', choices, selected } }
}

const MODEL_HINT = '/model <name> [effort] changes it from the next turn on.'

const opened = (state: ScreenState, msg: AnswerTo<{ type: 'compaction_show' }>): ScreenState => {
  const number = state.marks.find(({ id }) => id === msg.compaction_id)?.number
  const name = number === undefined ? msg.compaction_id : `${number} (${msg.compaction_id})`
  const { report } = msg
  const sizes =
    report === undefined
      ? ''
      : `: ${tokensText(report.tokens_before, report.estimate)} → ${tokensText(report.tokens_after, report.estimate)} tokens`
  const title = `Compaction ${name}${sizes}; what stands in place of what went:`
  const text = msg.text.trim() === '' ? 'Nothing: what went was cleared in its own place.' : msg.text
  return addCell(state, { kind: 'opened', title, text })
}

const recalled = (
  state: ScreenState,
  { text, page, next_page, characters }: Extract<EventMsg, { type: 'recall_result' }>,
): ScreenState => {
  if (characters === 0) return notice(state, 'quiet', 'Nothing of that text is kept in this thread.')
  const more = next_page === undefined ? '' : `; there is more: --page ${next_page}`
  return addCell(state, { kind: 'opened', title: `Recalled, page ${page} of ${characters} characters${more}:`, text })
}
