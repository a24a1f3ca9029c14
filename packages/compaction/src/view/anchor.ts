/** A fingerprint of the items a view was made from: a plan is stale, and a log damaged, when it no longer matches. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { HistoryItem } from '@rawr/protocol'

/** Digests by item: an item never changes, so its content is hashed once. */
const digests = new WeakMap<HistoryItem, Uint8Array>()

/**
 * sha-256 over the sha-256 of each item's id and content in order, 64 hexadecimal digits. What is only known about an
 * item does not count.
 */
export const anchorHash = (items: readonly HistoryItem[]): string => {
  const hash = sha256.create()
  for (const item of items) hash.update(digestOf(item))
  return bytesToHex(hash.digest())
}

const digestOf = (item: HistoryItem): Uint8Array => {
  const known = digests.get(item)
  if (known !== undefined) return known
  const { meta, ...content } = item
  const digest = sha256(utf8ToBytes(`${meta.id}\n${JSON.stringify(content)}`))
  digests.set(item, digest)
  return digest
}
