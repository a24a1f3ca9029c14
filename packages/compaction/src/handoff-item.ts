/** The packet of a compaction inside a turn as an item of its view: it comes and goes with that view. */
import { handoffText } from '@rawr/prompts'
import type { HistoryItem, ItemId } from '@rawr/protocol'
import type { PlanInput } from './plan-input.ts'
import { cutMiddle } from './tokens/cut-middle.ts'

/** Of the window: a packet longer than this holds more room than it saves. */
const WINDOW_SHARE_MAX = 0.1

/** `null` where nothing is handed over. */
export const handoffItem = (input: PlanInput, itemIds: () => ItemId): HistoryItem | null => {
  const { handoff, at, usage, history } = input
  if (handoff === undefined) return null
  const tokensMax = Math.floor(usage.window_tokens * WINDOW_SHARE_MAX)
  const { text } = cutMiddle({ text: handoff, tokensMax, rates: history.shared.rates })
  return {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: handoffText(text) }],
    meta: { id: itemIds(), at, origin: 'handoff' },
  }
}
