/**
 * What fills the window, by kind. The parts are estimates of one request, brought to the figure that everybody shows, so
 * that they add up to it (L11).
 */
import {
  type AnswerTo,
  type ContextKind,
  type ContextUsage,
  type HistoryItem,
  isToolCall,
  isToolOutput,
  type Tokens,
  textOfOutput,
  textOfParts,
} from '@rawr/protocol'
import type { Prefix } from './prefix.ts'

export type Weighed = { readonly item: HistoryItem; readonly tokens: Tokens }

export type BreakdownSource = {
  readonly usage: ContextUsage
  /** Estimated, all three. */
  readonly instructions: Tokens
  readonly tools: Tokens
  readonly items: readonly Weighed[]
  readonly prefix: Pick<Prefix, 'requests' | 'breaks' | 'lastBreak'>
}

const LARGEST_MAX = 10

type Breakdown = AnswerTo<{ type: 'context_breakdown' }>
type Entry = Breakdown['largest'][number]

export const contextBreakdown = ({ usage, instructions, tools, items, prefix }: BreakdownSource): Breakdown => {
  const callNames = namesOfCalls(items)
  const entries: readonly Entry[] = [
    { kind: 'instructions', tokens: instructions, what: 'the system prompt' },
    { kind: 'tools', tokens: tools, what: 'the descriptions of the tools' },
    ...items.map(({ item, tokens }) => ({
      kind: kindOf(item),
      tokens,
      what: describe(item, callNames),
      item_id: item.meta.id,
    })),
  ]
  const scaled = sharesOf(
    entries.map(({ tokens }) => tokens),
    usage.used_tokens,
  )
  const shown = entries.map((entry, index) => ({ ...entry, tokens: scaled[index] ?? 0 }))
  return {
    type: 'context_breakdown_result',
    usage,
    parts: partsOf(shown),
    largest: shown
      .filter(({ tokens }) => tokens > 0)
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, LARGEST_MAX),
    prefix: {
      requests: prefix.requests,
      breaks: prefix.breaks,
      ...(prefix.lastBreak === null ? {} : { last_break: prefix.lastBreak }),
    },
  }
}

/** Whole numbers in the same proportions that add up to `total`: what rounding leaves goes to the largest remainders. */
export const sharesOf = (weights: readonly number[], total: number): readonly number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map((_, index) => (index === 0 ? total : 0))
  const exact = weights.map((weight) => (weight * total) / sum)
  const floors = exact.map(Math.floor)
  const missing = total - floors.reduce((all, floor) => all + floor, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .toSorted((a, b) => b.rest - a.rest)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return floors.map((floor, index) => (raised.has(index) ? floor + 1 : floor))
}

const partsOf = (entries: readonly Entry[]): Breakdown['parts'] => {
  const parts = new Map<ContextKind, { tokens: number; items: number }>()
  for (const { kind, tokens, item_id } of entries) {
    const part = parts.get(kind) ?? { tokens: 0, items: 0 }
    parts.set(kind, { tokens: part.tokens + tokens, items: part.items + (item_id === undefined ? 0 : 1) })
  }
  return [...parts]
    .map(([kind, part]) => ({ kind, ...part }))
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens)
}

const KIND_OF_ORIGIN: Partial<Record<HistoryItem['meta']['origin'], ContextKind>> = {
  context: 'context',
  pin: 'pins',
  summary: 'summary',
  snapshot: 'summary',
  packet: 'summary',
  handoff: 'summary',
  restored: 'summary',
  boundary: 'summary',
  synthetic: 'other',
}

export const kindOf = (item: HistoryItem): ContextKind => {
  const byOrigin = KIND_OF_ORIGIN[item.meta.origin]
  if (isToolCall(item) || item.type === 'web_search_call') return 'tool_calls'
  if (isToolOutput(item)) return 'tool_results'
  if (byOrigin !== undefined) return byOrigin
  if (item.type === 'reasoning') return 'reasoning'
  if (item.type === 'compaction') return 'summary'
  if (item.type !== 'message') return 'other'
  if (item.meta.origin === 'tool') return 'tool_results'
  return item.meta.origin === 'user' ? 'user' : 'agent'
}

const namesOfCalls = (items: readonly Weighed[]): ReadonlyMap<string, string> =>
  new Map(items.flatMap(({ item }) => (item.type === 'function_call' ? [[item.call_id, callText(item)] as const] : [])))

const callText = ({ name, arguments: args }: Extract<HistoryItem, { type: 'function_call' }>): string =>
  `${name} ${args}`

const describe = (item: HistoryItem, callNames: ReadonlyMap<string, string>): string => {
  if (item.type === 'message') return oneLine(textOfParts(item.content))
  if (item.type === 'function_call') return oneLine(callText(item))
  if (isToolOutput(item)) return oneLine(callNames.get(item.call_id) ?? textOfOutput(item))
  return item.type
}

const WHAT_CHARACTERS_MAX = 100

const oneLine = (text: string): string => {
  const flat = text
    .slice(0, 10 * WHAT_CHARACTERS_MAX)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cut = flat.length > WHAT_CHARACTERS_MAX ? `${flat.slice(0, WHAT_CHARACTERS_MAX - 1)}…` : flat
  return cut.toWellFormed()
}
