/** A line of the summary and the items it stands for. */
import type { ItemId } from '@rawr/protocol'
import { estimateText } from '../tokens/estimate.ts'
import { cutLine, LINE_CHARS_MAX } from './cut-line.ts'

export type SummaryLine = { readonly text: string; readonly ids: readonly ItemId[] }

/** Each pointer at the end of a line names at most this many items; the log's view has them all. */
const POINTERS_MAX = 12

/** `text [i1 i2]`, on one line. A line without sources is ours and has no pointer. */
export const renderLine = ({ text, ids }: SummaryLine): string => {
  const pointer = ids.length === 0 ? '' : ` [${pointerIds(ids)}]`
  return `${cutLine(text.replaceAll(/\s+/g, ' ').trim(), LINE_CHARS_MAX - pointer.length)}${pointer}`
}

const pointerIds = (ids: readonly ItemId[]): string =>
  ids.length <= POINTERS_MAX ? ids.join(' ') : `${ids.slice(0, POINTERS_MAX - 1).join(' ')} … ${ids.at(-1)}`

/** A line is weighed again for each way a budget is shared out. */
const weighed = new WeakMap<SummaryLine, number>()

export const lineTokens = (line: SummaryLine): number => {
  const known = weighed.get(line)
  if (known !== undefined) return known
  const tokens = estimateText(renderLine(line), 'result') + 1
  weighed.set(line, tokens)
  return tokens
}
