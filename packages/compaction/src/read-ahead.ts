/** Reads what a plan will need of the newest items while they arrive, so that a plan costs what came since and no more. */
import { lineIndexOf } from './extract/line-index.ts'
import { type History, itemAt, itemCount } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { anchorDigest } from './view/anchor.ts'

/**
 * Facts and lines of everything that was not read yet. The fingerprint is of the item before the newest: a large result is
 * read when it arrives and hashed when the next one does, so that neither takes long.
 */
export const readAhead = (history: History): void => {
  ledgerOf(history)
  lineIndexOf(history)
  const before = itemAt(history, itemCount(history) - 2)
  if (before !== undefined) anchorDigest(before)
}
