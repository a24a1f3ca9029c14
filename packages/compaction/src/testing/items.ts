/** Short ways to write a history down in a test. Ids are `i1`, `i2` … in order. */

import { contextUsage, outputReserve } from '@rawr/policy'
import {
  CallId,
  type Compacted,
  CompactionId,
  DEFAULT_SETTINGS,
  type HistoryItem,
  ItemId,
  type ItemMeta,
  type Origin,
  type Pin,
  type RolloutLine,
  TurnId,
} from '@rawr/protocol'
import { appendItem, applyLine, emptyHistory, type History } from '../history/history.ts'
import type { PlanInput } from '../plan-input.ts'

type WithoutMeta<Item> = Item extends HistoryItem ? Omit<Item, 'meta'> : never

/** An item that has no id yet. */
export type Draft = WithoutMeta<HistoryItem> & { readonly origin: Origin; readonly turn?: string }

export const user = (text: string, turn?: string): Draft => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  origin: 'user',
  ...(turn === undefined ? {} : { turn }),
})

export const context = (text: string): Draft => ({ ...user(text), origin: 'context' })

export const say = (text: string): Draft => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
  origin: 'assistant',
})

export const think = (text: string): Draft => ({
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
  encrypted_content: 'c2VjcmV0',
  origin: 'assistant',
})

export const call = (callId: string, name: string, fields: object): Draft => ({
  type: 'function_call',
  name,
  arguments: JSON.stringify(fields),
  call_id: CallId.parse(callId),
  origin: 'assistant',
})

export const patch = (callId: string, input: string): Draft => ({
  type: 'custom_tool_call',
  name: 'apply_patch',
  input,
  call_id: CallId.parse(callId),
  origin: 'assistant',
})

export const result = (callId: string, output: string, exitCode?: number): Draft => ({
  type: 'function_call_output',
  call_id: CallId.parse(callId),
  output,
  ...(exitCode === undefined ? { success: true } : { success: exitCode === 0, exit_code: exitCode }),
  origin: 'tool',
})

export const id = (text: string): ItemId => ItemId.parse(text)

export const numbered = (drafts: readonly Draft[]): readonly HistoryItem[] =>
  drafts.map(({ origin, turn, ...item }, index) => {
    const meta: ItemMeta = {
      id: id(`i${index + 1}`),
      at: 0,
      origin,
      ...(turn === undefined ? {} : { turn_id: TurnId.parse(turn) }),
    }
    // Dividing a union into item and meta and joining it again is more than the type checker follows.
    return { ...item, meta } as HistoryItem
  })

export const historyWith = (drafts: readonly Draft[]): History => numbered(drafts).reduce(appendItem, emptyHistory)

export const line = (payload: Pick<RolloutLine, 'type' | 'payload'>): RolloutLine =>
  // The pair of type and payload is a line's; a line adds where it stands.
  ({ timestamp: '2026-03-14T09:00:00.000Z', ordinal: 0, ...payload }) as RolloutLine

export const withPins = (history: History, pins: Pin[]): History =>
  applyLine(history, line({ type: 'pins', payload: { pins } }))

export const withCompaction = (history: History, entry: Compacted): History =>
  applyLine(history, line({ type: 'compacted', payload: entry }))

export const idsFrom = (prefix: string): (() => ItemId) => {
  let count = 0
  return () => {
    count += 1
    return id(`${prefix}${count}`)
  }
}

const WINDOW = 100_000

/** A plan with everything at its default, for a window of 100,000 tokens of which the history uses what it is. */
export const planInput = (history: History, usedTokens: number, changes: Partial<PlanInput> = {}): PlanInput => ({
  history,
  requested: 'extractive',
  trigger: 'manual',
  options: {},
  settings: DEFAULT_SETTINGS.compact,
  usage: contextUsage({ usedTokens, floorTokens: 0, windowTokens: WINDOW, source: 'divisors' }),
  outputReserve: outputReserve({ windowTokens: WINDOW }),
  contextItems: [],
  compactionId: CompactionId.parse('c1'),
  itemIds: idsFrom('s'),
  at: 1_000,
  midTurn: true,
  modelAvailable: false,
  ...changes,
})
