/** An item before it has its place in a log, and its call ids made unique: what importers hand to the {@link ItemLog}. */
import { CallId, type HistoryItem, isToolCall, isToolOutput } from '@rawr/protocol'

type WithoutMeta<Item> = Item extends unknown ? Omit<Item, 'meta'> : never

export type ItemDraft = WithoutMeta<HistoryItem>

const CALL_ID_CHARS_MAX = 180

/** A call id the schema accepts, from whatever the file has. */
export const callIdOf = (text: string): CallId => CallId.parse(text === '' ? 'call' : text.slice(0, CALL_ID_CHARS_MAX))

export type CallIds = {
  /** The draft with a call id that is unique in the thread; `null` for a second result of one call. */
  readonly unique: (draft: ItemDraft) => ItemDraft | null
}

/** Forked and resumed files use a call id again: the later call gets a number, and so do the results that follow it. */
export const createCallIds = (): CallIds => {
  const uses = new Map<CallId, number>()
  const answered = new Set<CallId>()
  const current = (id: CallId): CallId => {
    const count = uses.get(id) ?? 1
    return count === 1 ? id : callIdOf(`${id}~${count}`)
  }
  return {
    unique: (draft) => {
      if (isCallDraft(draft)) {
        uses.set(draft.call_id, (uses.get(draft.call_id) ?? 0) + 1)
        return { ...draft, call_id: current(draft.call_id) }
      }
      if (!isOutputDraft(draft)) return draft
      const call_id = current(draft.call_id)
      if (answered.has(call_id)) return null
      answered.add(call_id)
      return { ...draft, call_id }
    },
  }
}

type CallDraft = WithoutMeta<Extract<HistoryItem, { type: 'function_call' | 'custom_tool_call' | 'local_shell_call' }>>
export type OutputDraft = WithoutMeta<Extract<HistoryItem, { output: unknown }>>

// The protocol's own guards ask for `type` alone.
const isCallDraft = (draft: ItemDraft): draft is CallDraft => isToolCall(draft as HistoryItem)
export const isOutputDraft = (draft: ItemDraft): draft is OutputDraft => isToolOutput(draft as HistoryItem)
