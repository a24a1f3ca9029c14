/** A fingerprint of the items a view was made from: a plan is stale, and a log damaged, when it no longer matches. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CompactionId, HistoryItem } from '@rawr/protocol'
import { allItems, type History } from '../history/history.ts'

/** Digests by item: an item never changes, so its content is hashed once. As text: an array of 32 bytes takes 300. */
const digests = new WeakMap<HistoryItem, string>()

/**
 * sha-256 over the sha-256 of each item's id and content in order, 64 hexadecimal digits. What is only known about an
 * item does not count.
 */
export const anchorHash = (items: readonly HistoryItem[]): string => {
  const hash = sha256.create()
  for (const item of items) hash.update(hexToBytes(anchorDigest(item)))
  return bytesToHex(hash.digest())
}

export const anchorDigest = (item: HistoryItem): string => {
  const known = digests.get(item)
  if (known !== undefined) return known
  const { meta, ...content } = item
  const digest = bytesToHex(sha256(utf8ToBytes(`${meta.id}\n${JSON.stringify(sorted(content))}`)))
  digests.set(item, digest)
  return digest
}

/**
 * Compactions in force whose items are not the ones they were made from: lines of the log were lost or changed since. An
 * entry without a hash, which another program wrote, is not judged.
 */
export const changedUnder = (history: History): readonly CompactionId[] => {
  const items = allItems(history)
  return history.compactions.flatMap(({ entry, position, undone }) =>
    undone || entry.anchor_hash === '' || entry.anchor_hash === anchorHash(items.slice(0, position)) ? [] : [entry.id],
  )
}

/** A log that was read back may have the keys of an object in another order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
