/**
 * The facts of a history, always from the whole log and never from a summary: three chained summaries lose what one
 * from the log keeps. Reading goes on where the last plan stopped, so a plan costs what came since.
 */
import { type History, itemAt } from '../history/history.ts'
import type { Ledger } from './facts.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'
import { readItem } from './read-item.ts'

/** One ledger per shared log; a version that ends before what was read gets one of its own. */
const read = new WeakMap<object, OpenLedger>()

export const ledgerOf = (history: History): Ledger => {
  const known = read.get(history.shared)
  const ledger = known === undefined || known.through > history.length ? openLedger() : known
  if (known === undefined) read.set(history.shared, ledger)
  for (let item = itemAt(history, ledger.through); item !== undefined; item = itemAt(history, ledger.through))
    readItem(ledger, item)
  return ledger
}
