/**
 * Does a summary hold what must never be lost? Read again from the written text, not from what was meant to be written:
 * the user's orders, the files that were changed, the errors that are open, the plan.
 */
import type { ItemId, LineSources } from '@rawr/protocol'
import type { Ledger } from './ledger/facts.ts'

export type Verified = {
  readonly ledger: Ledger
  readonly text: string
  readonly sources: readonly LineSources[]
  /** Is the logged item itself in the view? */
  readonly isShown: (position: number) => boolean
}

export type MissingFact = { readonly what: 'order' | 'changed_file' | 'open_error' | 'plan'; readonly id: ItemId }

/** A fact is there when its words or its key stand in the text, or a line of the text stands for its item. */
export const missingFacts = ({ ledger, text, sources, isShown }: Verified): readonly MissingFact[] => {
  const ids = new Set(sources.flatMap((source) => source.ids))
  const isThere = (id: ItemId, at: number | null, key: string): boolean =>
    ids.has(id) || (at !== null && isShown(at)) || (key !== '' && text.includes(key))
  const missing: MissingFact[] = []
  for (const { id, at } of ledger.orders) if (!isThere(id, at, '')) missing.push({ what: 'order', id })
  for (const { lastEdit, path } of ledger.files.values()) {
    if (lastEdit !== null && !isThere(lastEdit, null, path)) missing.push({ what: 'changed_file', id: lastEdit })
  }
  for (const { id, at, line, resolvedBy, quietSince } of ledger.errors) {
    if (resolvedBy === null && quietSince === null && !isThere(id, at, line)) missing.push({ what: 'open_error', id })
  }
  const { plan } = ledger
  if (plan !== null && !isThere(plan.id, plan.at, '')) missing.push({ what: 'plan', id: plan.id })
  return missing
}
