/** What holds the room where a view leaves too little of it (L15). */
import type { HeldPart, HistoryItem } from '@rawr/protocol'
import { headroomMinimum, judge } from '../accept.ts'
import { weighPins } from '../pins.ts'
import type { PlanInput } from '../plan-input.ts'
import { estimateItem } from '../tokens/estimate.ts'

export const PINS = 'pins'
export const INSTRUCTIONS = 'instructions and tool schemas'

/** Largest first; what holds nothing is left out. */
export const weighed = (parts: readonly HeldPart[]): readonly HeldPart[] =>
  parts.filter(({ tokens }) => tokens > 0).toSorted((a, b) => b.tokens - a.tokens)

/** Instructions and pins, which no compaction frees. */
export const fixedParts = ({ history, usage }: PlanInput): readonly HeldPart[] => [
  { what: INSTRUCTIONS, tokens: usage.floor_tokens },
  { what: PINS, tokens: weighPins(history).tokens },
]

type Cleared = { readonly before: number; readonly after: number; readonly seen: readonly HistoryItem[] }

/** For a view that only cleared tool results; `null`: it leaves room enough. */
export const heldAfterClearing = (input: PlanInput, { before, after, seen }: Cleared): readonly HeldPart[] | null => {
  const { usage, history } = input
  const verdict = judge({
    before,
    after,
    usage,
    threshold: input.thresholdTokens ?? usage.effective_tokens,
    headroomMin: headroomMinimum({ ...input, windowTokens: usage.window_tokens }),
    isOffline: false,
  })
  if (verdict !== 'no_headroom') return null
  const weigh = (items: readonly HistoryItem[]): number =>
    items.reduce((sum, item) => sum + estimateItem(item, history.shared.rates), 0)
  const body = seen.filter(({ meta }) => meta.origin !== 'context' && meta.origin !== 'pin')
  const results = body.filter(({ type }) => type === 'function_call_output')
  const isResult = new Set(results)
  return weighed([
    ...fixedParts(input),
    { what: 'tool results that are still seen', tokens: weigh(results) },
    { what: 'the conversation', tokens: weigh(body.filter((item) => !isResult.has(item))) },
  ])
}
