/**
 * The primary probe: two names that the past says something of on one line, and that the agent then used on one line. Which
 * pair it will be cannot be read off the past by counting, and a pile of pairs says nothing of either.
 */

import { type Asked, FAR_TOKENS, type Ground, namedIn, tells } from './ask-future.ts'
import type { Cut } from './cut.ts'
import { usedLines } from './future-use.ts'
import { isShown } from './normal-form.ts'
import { UNIT_CHARS_MAX } from './source-lines.ts'
import { SAID_MIN, SAID_WORDS_MIN, wordsSaid } from './statement.ts'
import { naturedLines } from './telling.ts'

type Said = { readonly words: Set<string>; last: number }

export const askPairs = (ground: Ground): readonly Asked[] => {
  const wanted = pairsUsed(ground)
  const said = pairsSaid(ground.cut, wanted)
  return [...wanted].flatMap(([slot, [first, second]]): readonly Asked[] => {
    const told = said.get(slot)
    const source = told === undefined ? undefined : ground.cut.past[told.last]
    if (told === undefined || source === undefined || told.words.size < SAID_MIN) return []
    const isFar = (ground.cut.tokensBehind[told.last] ?? 0) > FAR_TOKENS
    const metrics = isFar ? ['future.pair', 'future.pair.far'] : ['future.pair']
    const names = { subject: namedIn(ground.index, first), partners: [namedIn(ground.index, second)] }
    return [
      {
        probe: { kind: 'statement', id: `pair:${first}:${second}`, source: source.id, ...names, said: told.words },
        metrics,
      },
    ]
  })
}

type Pair = readonly [first: string, second: string]

/** The pair whichever way round. */
export const pairSlot = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** The pairs that will be asked for. */
export const neededPairs = (ground: Ground): ReadonlySet<string> => new Set(pairsUsed(ground).keys())

/** Pairs on one line of what the agent called or said after the cut. */
const pairsUsed = ({ cut, index, isCommon }: Ground): ReadonlyMap<string, Pair> => {
  const pairs = new Map<string, Pair>()
  for (const { text, keys } of usedLines(cut)) {
    if (text.length >= UNIT_CHARS_MAX) continue
    const known = keys.filter((key) => index.facts.has(key))
    // One name at least is no common one.
    for (const [at, a] of known.entries())
      for (const b of known.slice(at + 1)) if (!(isCommon(a) && isCommon(b))) pairs.set(pairSlot(a, b), [a, b])
  }
  return pairs
}

/** What the past says of each pair: words on the lines that name both. */
const pairsSaid = (cut: Cut, wanted: ReadonlyMap<string, Pair>): ReadonlyMap<string, Said> => {
  const said = new Map<string, Said>()
  for (const [place, event] of cut.past.entries()) {
    if (!isShown(event)) continue
    for (const line of naturedLines(event)) {
      const { text, keys } = line
      if (keys.length < 2 || !tells(line)) continue
      const words = wordsSaid(text)
      // A line that alone could not answer says nothing of the pair.
      if (words.length < SAID_WORDS_MIN) continue
      for (const [at, a] of keys.entries())
        for (const b of keys.slice(at + 1)) {
          const slot = pairSlot(a, b)
          if (!wanted.has(slot)) continue
          const entry = said.get(slot) ?? { words: new Set<string>(), last: place }
          for (const word of words) entry.words.add(word)
          entry.last = place
          said.set(slot, entry)
        }
    }
  }
  return said
}
