/** An item before it has its place in a log, and its call ids made unique: what importers hand to the {@link ItemLog}. */
import { CallId, type HistoryItem, isToolCall, isToolOutput } from '@rawr/protocol'

type WithoutMeta<Item> = Item extends unknown ? Omit<Item, 'meta'> : never

export type ItemDraft = WithoutMeta<HistoryItem>

const CALL_ID_CHARS_MAX = 180
/** Ids are used again after a fork or a resume, within one file of a usual size. */
const CALLS_REMEMBERED = 50_000

/** A call id the schema accepts, from whatever the file has. */
export const callIdOf = (text: string): CallId => CallId.parse(text === '' ? 'call' : text.slice(0, CALL_ID_CHARS_MAX))

export type CallIds = {
  /** The draft with a call id that is unique in the thread; `null` for a second result of one call. */
  readonly unique: (draft: ItemDraft) => ItemDraft | null
}

/** Forked and resumed files use a call id again: the later call gets a number, and so do the results that follow it. */
export const createCallIds = (): CallIds => {
  const calls = new Map<CallId, { uses: number; answered: boolean }>()
  const named = (id: CallId, uses: number): CallId => (uses === 1 ? id : callIdOf(`${id}~${uses}`))
  const remember = (id: CallId, uses: number): void => {
    calls.delete(id)
    calls.set(id, { uses, answered: false })
    const [oldest] = calls.size > CALLS_REMEMBERED ? calls.keys() : []
    if (oldest !== undefined) calls.delete(oldest)
  }
  return {
    unique: (draft) => {
      if (isCallDraft(draft)) {
        const uses = (calls.get(draft.call_id)?.uses ?? 0) + 1
        remember(draft.call_id, uses)
        return { ...draft, call_id: named(draft.call_id, uses) }
      }
      if (!isOutputDraft(draft)) return draft
      const call = calls.get(draft.call_id)
      if (call === undefined) return draft
      if (call.answered) return null
      call.answered = true
      return { ...draft, call_id: named(draft.call_id, call.uses) }
    },
  }
}

type CallDraft = WithoutMeta<Extract<HistoryItem, { type: 'function_call' | 'custom_tool_call' | 'local_shell_call' }>>
export type OutputDraft = WithoutMeta<Extract<HistoryItem, { output: unknown }>>

// The protocol's own guards ask for `type` alone.
const isCallDraft = (draft: ItemDraft): draft is CallDraft => isToolCall(draft as HistoryItem)
export const isOutputDraft = (draft: ItemDraft): draft is OutputDraft => isToolOutput(draft as HistoryItem)
