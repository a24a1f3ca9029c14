/** The lines of the past that a summary may quote, each once; a view of a file that was read again later gives no lines. */
import { type HistoryItem, isToolOutput } from '@rawr/protocol'
import { type History, itemAt } from '../history/history.ts'
import type { ReadViews } from '../lossless/superseded-reads.ts'
import { folderAndName } from './keys.ts'
import { lineIndexOf } from './line-index.ts'
import type { Voice } from './read-lines.ts'

export type Unit = {
  readonly text: string
  readonly voice: Voice
  /** Of its identifiers, in the table of the log. */
  readonly numbers: readonly number[]
  /** A sentence that decides, forbids, corrects or explains. */
  readonly hasCue: boolean
  /** The file it stands in or went into. */
  readonly subject: string | null
  /** Position in the log of its newest occurrence. */
  readonly position: number
}

/** Every line once, at its newest place, in log order. */
export const unitsOf = (history: History, { isLossless }: { readonly isLossless: boolean }): readonly Unit[] => {
  const index = lineIndexOf(history)
  const superseded = isLossless ? index.reads.superseded() : NOWHERE
  const seen = new Uint8Array(index.textCount)
  const units: Unit[] = []
  let [at, isGone, path]: [number, boolean, string | null] = [-1, false, null]
  for (let line = index.lineCount - 1; line >= 0; line -= 1) {
    const position = index.positionOf(line)
    if (position !== at) {
      at = position
      isGone = superseded.has(position)
      path = pathBehind(itemAt(history, position), index.reads)
    }
    const text = index.textNumber(line)
    if (isGone || (isLossless && seen[text] === 1)) continue
    seen[text] = 1
    units.push({
      text: index.textOf(line),
      voice: index.voiceOf(line),
      numbers: index.numbersOf(line),
      hasCue: index.hasCue(line),
      subject: index.subjectOf(line) ?? path,
      position,
    })
  }
  return units.reverse()
}

const NOWHERE: ReadonlySet<number> = new Set()

/** The file a result shows, where its call only reads one. */
const pathBehind = (item: HistoryItem | undefined, reads: ReadViews): string | null => {
  const path = item !== undefined && isToolOutput(item) ? reads.pathOf(item.call_id) : undefined
  return path === undefined ? null : folderAndName(path)
}
