/** The tables of `/context`, `/why` and `/model`, from what the core answers. */
import { type AnswerTo, assertNever, type ContextKind, type ContextUsage, type Tokens } from '@rawr/protocol'
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
      return offered(state, msg)
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
  const { usage, parts, largest } = msg
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
  const filled = addCell({ ...state, usage }, { kind: 'table', title: `Context: ${usageText(usage)}`, rows: byKind })
  return byItem.length === 0 ? filled : addCell(filled, { kind: 'table', title: 'Largest items', rows: byItem })
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
  if (msg.record === null) return notice(state, 'quiet', 'No decision about compaction was made in this thread yet.')
  const rows = msg.sentences.map((value, index) => ({ label: String(index + 1), value }))
  return addCell(state, { kind: 'table', title: `Why: decision ${msg.record.id}`, rows })
}

const offered = (state: ScreenState, { models, current }: AnswerTo<{ type: 'model_list' }>): ScreenState => {
  const now = `The model is ${current ?? 'not chosen'}. /model <name> [effort] changes it from the next turn on.`
  if (models.length === 0) return notice(state, 'quiet', `${now} The server gives no list.`)
  const rows = models.slice(0, MODELS_MAX).map(({ name, context_window }) => ({
    label: name === current ? `${name} (now)` : name,
    value: context_window === undefined ? '' : `window ${tokensText(context_window, 'reported')}`,
  }))
  const more = models.length > MODELS_MAX ? ` ${models.length - MODELS_MAX} more are not shown.` : ''
  return notice(addCell(state, { kind: 'table', title: 'Models', rows }), 'quiet', `${now}${more}`)
}

/** A router offers hundreds; nobody reads them in a terminal. */
const MODELS_MAX = 40
