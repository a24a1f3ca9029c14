/** What holds the room where a view leaves too little of it (L15). */
import { type HeldPart, type HistoryItem, isToolOutput } from '@rawr/protocol'
import { judgeClearing } from '../accept.ts'
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
  if (judgeClearing(input, { before, after }) !== 'no_headroom') return null
  const { rates } = input.history.shared
  const weigh = (items: readonly HistoryItem[]): number =>
    items.reduce((sum, item) => sum + estimateItem(item, rates), 0)
  const body = seen.filter(({ meta }) => meta.origin !== 'context' && meta.origin !== 'pin')
  return weighed([
    ...fixedParts(input),
    { what: 'tool results that are still seen', tokens: weigh(body.filter(isToolOutput)) },
    { what: 'the conversation', tokens: weigh(body.filter((item) => !isToolOutput(item))) },
  ])
}
