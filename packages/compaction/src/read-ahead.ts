/** Reads what a plan will need of the newest items while they arrive, so that a plan costs what came since and no more. */
import { readLinesAhead } from './extract/line-index.ts'
import { type History, itemAt, itemCount } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { anchorDigest } from './view/anchor.ts'

/**
 * Facts of everything that was not read yet, and some of its lines. The fingerprint is of the item before the newest: a large
 * result is hashed when the next one arrives, so that neither takes long.
 */
export const readAhead = (history: History): void => {
  ledgerOf(history)
  readLinesAhead(history)
  const before = itemAt(history, itemCount(history) - 2)
  if (before !== undefined) anchorDigest(before)
}
