/** Call ids that are unique in the thread (L1), though some servers send none and some count from zero in each answer. */
import type { CallId, HistoryItem } from '@rawr/protocol'
import { isToolCall } from '@rawr/protocol'

/** Gives an id back as it is where nobody has it yet, else a fresh one. */
export const uniqueCallIds = (
  items: readonly HistoryItem[],
  fresh: () => CallId,
): ((id: string | null | undefined) => string) => {
  const taken = new Set<string>(items.filter(isToolCall).map((item) => item.call_id))
  return (id) => {
    const unique = id && !taken.has(id) && id.length <= CALL_ID_CHARS_MAX ? id : fresh()
    taken.add(unique)
    return unique
  }
}

/** As long as an id may be on the wire and in the log. */
const CALL_ID_CHARS_MAX = 200
