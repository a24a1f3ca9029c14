/**
 * How much of a streaming message is final: what stands before the cut is drawn the same however the message goes on, so it
 * can leave for the scrollback. Outside of code a blank line ends a block; inside, each line is final by itself.
 */
import { type Fence, fenceAfter } from './markdown.ts'

export type Cut = {
  /** Where the final part ends, behind a newline; the start where nothing is final. */
  readonly at: number
  /** The fence that is open there. */
  readonly fence: Fence
}

export const stableCut = (text: string, { at: start, fence }: Cut): Cut => {
  let cut: Cut = { at: start, fence }
  let open = fence
  let index = start
  for (;;) {
    const end = text.indexOf('\n', index)
    if (end === -1) return cut
    const line = text.slice(index, end)
    open = fenceAfter(open, line)
    index = end + 1
    if (open !== null || line.trim() === '' || cut.fence !== null) cut = { at: index, fence: open }
  }
}

export const CUT_START: Cut = { at: 0, fence: null }
