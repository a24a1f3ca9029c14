/** What the past contains, typed. Every fact names the items it was read from. */
import type { ItemId, PlanStep } from '@rawr/protocol'

export type FileFact = {
  path: string
  edits: number
  reads: number
  created: boolean
  deleted: boolean
  movedTo: string | null
  /** The call that last changed it. */
  lastEdit: ItemId | null
  lastRead: ItemId | null
  /** The range last read; `null` for the whole file. */
  range: string | null
  /** Position of the last thing that happened to it. */
  at: number
  /** Names defined in what was written into it, in order of appearance. */
  readonly symbols: Set<string>
}

export type CommandFact = {
  readonly command: string
  runs: number
  state: 'ok' | 'failed' | 'unknown'
  exitCode: number | null
  last: ItemId
  at: number
}

export type ErrorFact = {
  /** The command or the tool and file it came from. */
  readonly source: string
  /** Program and verb of the command. */
  readonly family: string
  readonly line: string
  readonly id: ItemId
  /** Position of the last time. */
  at: number
  /** How often the same line came back. */
  times: number
  /** The result of the same command that showed it gone; `null` while it is open. */
  resolvedBy: ItemId | null
  /** A result of the same program that was well; it may be over, but nothing proves it. */
  quietSince: ItemId | null
}

export type PlanFact = { readonly id: ItemId; readonly at: number; readonly steps: readonly PlanStep[] }

/** A whole message of the user; the sentences of the ledger's orders are its lines. */
export type OrderFact = { readonly id: ItemId; readonly at: number; readonly text: string }

/** A finished stretch of the work, in one line; it ended at `at`. */
export type EpisodeFact = { readonly id: ItemId; readonly at: number; readonly outcome: string }

/** `isNamed`: on a line that says what is wrong. */
export type FailingFact = { readonly id: ItemId; readonly isNamed: boolean }

export type RefFact = { readonly ref: string; id: ItemId; at: number }

export type Ledger = {
  /** How many items of the log were read. */
  readonly through: number
  readonly files: ReadonlyMap<string, FileFact>
  readonly commands: ReadonlyMap<string, CommandFact>
  readonly errors: readonly ErrorFact[]
  readonly plan: PlanFact | null
  readonly orders: readonly OrderFact[]
  readonly refs: ReadonlyMap<string, RefFact>
  /** Identifiers in what failed, the one seen last at the end. */
  readonly failing: ReadonlyMap<string, FailingFact>
  readonly episodes: readonly EpisodeFact[]
  /** The outcome of each call that has one, by call id. */
  readonly outcomes: ReadonlyMap<string, 'ok' | 'failed' | 'unknown'>
  readonly lastAnswer: OrderFact | null
}
