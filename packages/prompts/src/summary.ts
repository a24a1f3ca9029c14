/** The two sentences that stand where a compaction took something away. Nothing is ever detected by their text. */
import type { TokenSource, Tokens } from '@rawr/protocol'

/** The first line of every summary. */
export const summaryOpening: string =
  'This conversation goes on from an earlier stretch, which is condensed below; the originals are kept and can be read again by the ids in brackets.'

export type BoundaryFacts = {
  readonly tokensBefore: Tokens
  /** An estimate is marked with `~` (L11). */
  readonly source: TokenSource
}

/** What the model sees of a `compact_boundary` item. */
export const boundaryText = ({ tokensBefore, source }: BoundaryFacts): string =>
  `Earlier conversation compacted here: ${source === 'divisors' ? '~' : ''}${grouped(tokensBefore)} tokens before.`

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
