/** Reads what a plan will need of the newest items while they arrive, so that a plan costs what came since and no more. */
import { keyTableOf } from './extract/key-table.ts'
import { linesOf } from './extract/units.ts'
import { type History, itemAt, itemCount } from './history/history.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { anchorDigest } from './view/anchor.ts'

/** Facts of everything that was not read yet; lines and fingerprint of the newest item. */
export const readAhead = (history: History): void => {
  ledgerOf(history)
  const newest = itemAt(history, itemCount(history) - 1)
  if (newest === undefined) return
  const table = keyTableOf(history)
  for (const { keys } of linesOf(newest)) table.numbersOf(keys)
  anchorDigest(newest)
}
