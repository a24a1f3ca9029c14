/** Reads what a plan will need of the newest items while they arrive, so that a plan costs what came since and no more. */
import { itemsRead, readLinesAhead } from './extract/line-index.ts'
import { type History, itemAt, itemCount, tokensBetween } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { anchorDigest } from './view/anchor.ts'

/** So much takes about a tenth of a second. */
const TOKENS_BEHIND_MAX = 250_000

/**
 * Facts of everything that was not read yet, and some of its lines. The fingerprint is of the item before the newest: a large
 * result is hashed when the next one arrives, so that neither takes long. A long past that was loaded at once is left to the
 * first plan: a thread of 300 MB would stand still for ten seconds at its first message, and hold its lines for nothing.
 */
export const readAhead = (history: History): void => {
  if (tokensBetween(history, { start: itemsRead(history), end: history.length }) > TOKENS_BEHIND_MAX) return
  ledgerOf(history)
  readLinesAhead(history)
  const before = itemAt(history, itemCount(history) - 2)
  if (before !== undefined) anchorDigest(before)
}
