/** Chance that is the same every time: a small seeded generator, and a hash to seed it by name. */

/** From 0 up to 1, without 1. */
export type Random = () => number

/** FNV-1a over UTF-16 units, as an unsigned 32-bit number. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Mulberry32: enough for resampling, and the same on every machine. */
export const seededRandom = (seed: string): Random => {
  let state = hashOf(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const shuffled = <Item>(items: readonly Item[], random: Random): readonly Item[] => {
  const list = [...items]
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [list[at], list[other]]
    if (a === undefined || b === undefined) continue
    list[at] = b
    list[other] = a
  }
  return list
}
