/** A fingerprint of the items a view was made from: a plan is stale, and a log damaged, when it no longer matches. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { HistoryItem } from '@rawr/protocol'

/** sha-256 over ids and contents in order, 64 hexadecimal digits. What is only known about an item does not count. */
export const anchorHash = (items: readonly HistoryItem[]): string => {
  const hash = sha256.create()
  for (const { meta, ...content } of items) hash.update(utf8ToBytes(`${meta.id}\n${JSON.stringify(content)}\n`))
  return bytesToHex(hash.digest())
}
