/**
 * L5: instructions and pins are there byte-identical, each exactly once as an item of its own: the whole text, or the whole
 * inside of a fence. A quote in a packet or a summary does not count, neither for nor against.
 */
import type { Breach } from './breach.ts'
import type { RequestFacts } from './facts.ts'
import { insideFence } from './fenced.ts'
import type { Entry, RequestView } from './request-view.ts'

export const checkSacred = ({ entries }: RequestView, { sacred, fenceTags }: RequestFacts): Breach[] => {
  const own = entries.map((entry) => ownTexts(entry, fenceTags))
  return [...new Set(sacred)].flatMap((text): Breach[] => {
    const places = entries.filter((_, index) => own[index]?.has(text)).map(({ at }) => at)
    // Two files may say the same.
    if (places.length === sacred.filter((other) => other === text).length) return []
    const opening = JSON.stringify(text.slice(0, 40))
    return places.length === 0
      ? [{ law: 'L5', at: 'body', message: `sacred words are missing or changed: ${opening}` }]
      : [{ law: 'L5', at: places.join(', '), message: `sacred words are there ${places.length} times: ${opening}` }]
  })
}

/** Words that the model said or a tool returned are nobody's instructions. */
const ownTexts = (entry: Entry, tags: readonly string[]): ReadonlySet<string> => {
  if (entry.kind !== 'message' || entry.role === 'assistant') return new Set()
  const whole = [...entry.texts, entry.texts.join('\n')]
  return new Set(whole.flatMap((text) => [text, insideFence(text, tags) ?? text]))
}
