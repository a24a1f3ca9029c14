/**
 * What an import gives: the session as lines of our own log, so that everything that reads our log reads it too. A
 * foreign compaction becomes a `compacted` line whose view says what the model saw from there on.
 */
import type { HistoryItem, ItemId, RolloutLine, TokenSource } from '@rawr/protocol'
import type { ImportedFormat, SessionFormat } from './detect.ts'

/** A context size the recording tells of. */
export type UsageReport = {
  /** Input and output of the request, or what stands in the context where that is told instead. */
  readonly contextTokens: number
  readonly source: TokenSource
  /** How many of the session's log lines it covers; what the later ones hold came since. */
  readonly lines: number
}

export type SkippedLine = { readonly line: number; readonly reason: string }

export type ImportNotes = {
  /** Lines that could not be read, the first few of them; `skippedCount` counts all. */
  readonly skipped: readonly SkippedLine[]
  readonly skippedCount: number
  /** The last line was cut in the middle of a record. */
  readonly torn: boolean
  /** Records and items of a type this version does not know, by type. */
  readonly unknown: Readonly<Record<string, number>>
  /** Large old results of a very large file that are held as head and tail only. */
  readonly shortened: number
  /** The oldest items of a very large file, which are not held at all. */
  readonly leftOut: number
}

export type ImportedSession = {
  readonly format: ImportedFormat
  readonly lines: readonly RolloutLine[]
  /** Every item the lines log, in order; what a view inserts is not among them. */
  readonly items: readonly HistoryItem[]
  /** In order; the newest last. One from before the newest compaction says nothing about the context now. */
  readonly usage: readonly UsageReport[]
  readonly contextWindow?: number
  readonly cwd?: string
  readonly compactions: number
  readonly notes: ImportNotes
  /** The line of the file an item came from, counted from 1. */
  readonly lineOf: (id: ItemId) => number | undefined
}

export type ImportError =
  | { readonly code: 'empty_file' | 'binary_file'; readonly message: string }
  | { readonly code: 'format_not_supported'; readonly format: SessionFormat; readonly message: string }
