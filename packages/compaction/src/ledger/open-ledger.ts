/** A ledger under construction: grows in place while the log is read. Everyone else sees a {@link Ledger}. */
import type { ItemId } from '@rawr/protocol'
import type { CommandFact, EpisodeFact, ErrorFact, FailingFact, FileFact, Ledger, OrderFact, RefFact } from './facts.ts'
import type { Outcome } from './outcome.ts'
import type { ToolUse } from './tool-use.ts'

/** Where in the log something was read. */
export type Place = { readonly id: ItemId; readonly at: number }

/** A call whose result is not in yet. */
export type PendingCall = Place & { readonly uses: readonly ToolUse[] }

export type OpenLedger = {
  -readonly [Key in keyof Ledger]: Ledger[Key]
} & {
  readonly files: Map<string, FileFact>
  readonly commands: Map<string, CommandFact>
  readonly errors: ErrorFact[]
  readonly orders: OrderFact[]
  readonly refs: Map<string, RefFact>
  readonly failing: Map<string, FailingFact>
  readonly episodes: EpisodeFact[]
  readonly outcomes: Map<string, Outcome>
  readonly pending: Map<string, PendingCall>
}

export const openLedger = (): OpenLedger => ({
  through: 0,
  files: new Map(),
  commands: new Map(),
  errors: [],
  plan: null,
  orders: [],
  refs: new Map(),
  failing: new Map(),
  episodes: [],
  outcomes: new Map(),
  lastAnswer: null,
  pending: new Map(),
})
