/** Reads what a plan will need of the newest items while they arrive, so that a plan costs what came since and no more. */
import { lineIndexOf } from './extract/line-index.ts'
import { type History, itemAt, itemCount } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { anchorDigest } from './view/anchor.ts'

/** Facts and lines of everything that was not read yet; the fingerprint of the newest item. */
export const readAhead = (history: History): void => {
  ledgerOf(history)
  lineIndexOf(history)
  const newest = itemAt(history, itemCount(history) - 1)
  if (newest !== undefined) anchorDigest(newest)
}
