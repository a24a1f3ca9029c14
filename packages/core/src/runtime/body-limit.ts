/** The provider's limit on a body, as set and as learned from its refusals, and the items that keep it (L2). */
import type { HistoryItem } from '@rawr/protocol'
import { type FittedBody, fitBytes } from '../engine/body-bytes.ts'
import type { ToolSpec } from '../ports/model-client.ts'

export type BodyLimit = {
  bytesMax(): number
  fit(items: readonly HistoryItem[]): FittedBody
  /** A body of so many bytes was answered. */
  taken(bytes: number): void
  /** A body with these items was refused: the next one is half as large at most, or as large as one that was taken. */
  refused(items: readonly HistoryItem[]): void
}

export type BodyLimitSource = {
  readonly bytesMax: number
  readonly instructions: string
  readonly specs: readonly ToolSpec[]
}

export const openBodyLimit = ({ bytesMax: set, instructions, specs }: BodyLimitSource): BodyLimit => {
  const staticBytes = new TextEncoder().encode(instructions + JSON.stringify(specs)).length
  let bytesMax = set
  let takenMax = 0
  const fitItems = (items: readonly HistoryItem[]): FittedBody => fitBytes(items, { bytesMax, staticBytes })
  return {
    bytesMax: () => bytesMax,
    fit: fitItems,
    taken: (bytes) => {
      takenMax = Math.max(takenMax, bytes)
    },
    refused: (items) => {
      const { bytes } = fitItems(items)
      const half = Math.floor(bytes / 2)
      // A server that takes less than it did says nothing about its limit any more.
      if (takenMax >= bytes) takenMax = 0
      bytesMax = Math.min(bytesMax, Math.max(half, takenMax))
    },
  }
}
