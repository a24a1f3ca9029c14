/** What fills the context of a recorded session: tokens by kind, results by tool, and the largest items. */
import { estimateItem, visibleItems } from '@rawr/compaction'
import { type HistoryItem, type ItemId, isToolCall, isToolOutput, type Origin } from '@rawr/protocol'
import type { ImportedSession } from './import/session.ts'
import { recordedState, WINDOW_TOKENS_DEFAULT } from './recorded-usage.ts'

export type ContextShare = { readonly kind: string; readonly items: number; readonly tokens: number }

export type LargeItem = {
  readonly id: ItemId
  /** Of the file, from 1; absent for what a compaction put in. */
  readonly line?: number
  readonly kind: string
  readonly tokens: number
}

export type Inspection = {
  readonly format: string
  readonly window: number
  /** All that stands in the context, instructions and tool schemas that the file does not hold included. */
  readonly used_tokens: number
  readonly used_from: 'reported' | 'tokenizer' | 'divisors'
  /** What was reported beyond the items of the file. */
  readonly floor_tokens: number
  readonly percent_remaining: number
  /** Largest first; estimates. */
  readonly by_kind: readonly ContextShare[]
  readonly largest: readonly LargeItem[]
  readonly items_visible: number
  readonly items: number
  readonly compactions: number
}

const LARGEST_SHOWN = 10

export const inspectSession = (session: ImportedSession, contextWindow?: number): Inspection => {
  const windowTokens = contextWindow ?? session.contextWindow ?? WINDOW_TOKENS_DEFAULT
  const { history, usage } = recordedState(session, windowTokens)
  const visible = visibleItems(history)
  const kinds = kindsOf(visible)
  const weighed = visible.map((item) => ({ item, kind: kinds.get(item) ?? item.type, tokens: estimateItem(item) }))
  return {
    format: session.format,
    window: windowTokens,
    used_tokens: usage.used_tokens,
    used_from: usage.source,
    floor_tokens: usage.floor_tokens,
    percent_remaining: usage.percent_remaining,
    by_kind: sharesOf(weighed),
    largest: weighed
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, LARGEST_SHOWN)
      .map(({ item, kind, tokens }) => {
        const line = session.lineOf(item.meta.id)
        return { id: item.meta.id, ...(line === undefined ? {} : { line }), kind, tokens }
      }),
    items_visible: visible.length,
    items: session.items.length,
    compactions: session.compactions,
  }
}

type Weighed = { readonly kind: string; readonly tokens: number }

const sharesOf = (weighed: readonly Weighed[]): readonly ContextShare[] => {
  const shares = new Map<string, ContextShare>()
  for (const { kind, tokens } of weighed) {
    const share = shares.get(kind) ?? { kind, items: 0, tokens: 0 }
    shares.set(kind, { kind, items: share.items + 1, tokens: share.tokens + tokens })
  }
  return [...shares.values()].sort((a, b) => b.tokens - a.tokens || (a.kind < b.kind ? -1 : 1))
}

/** A result is told by the tool that gave it. */
const kindsOf = (items: readonly HistoryItem[]): ReadonlyMap<HistoryItem, string> => {
  const tools = new Map<string, string>()
  const kinds = new Map<HistoryItem, string>()
  for (const item of items) {
    if (isToolCall(item)) tools.set(item.call_id, item.type === 'local_shell_call' ? 'local_shell' : item.name)
    kinds.set(item, isToolOutput(item) ? `results of ${tools.get(item.call_id) ?? 'a tool'}` : kindOf(item))
  }
  return kinds
}

const kindOf = (item: HistoryItem): string => {
  if (isToolCall(item)) return 'calls'
  return item.type === 'reasoning' ? 'reasoning' : (KIND_OF_ORIGIN[item.meta.origin] ?? item.meta.origin)
}

const KIND_OF_ORIGIN: { readonly [Name in Origin]?: string } = {
  user: 'words of the user',
  assistant: 'words of the assistant',
  context: 'instructions and environment',
  summary: 'summaries',
}
