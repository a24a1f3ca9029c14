/** L6: the newest unfinished request of the user is there verbatim, and no unfenced text in the user's role follows it. */
import type { Breach } from './breach.ts'
import type { RequestFacts } from './facts.ts'
import { outsideFences } from './fenced.ts'
import type { Entry, RequestView } from './request-view.ts'

export const checkLiveRequest = ({ entries }: RequestView, { live, fenceTags }: RequestFacts): Breach[] => {
  if (live === null) return []
  const place = entries.findLastIndex((entry) => isSaid(entry, live))
  if (place < 0) return [breach('body', `the live request is missing or changed: ${JSON.stringify(live.slice(0, 40))}`)]
  return entries.slice(place + 1).flatMap((entry) => {
    const loose = looseText(entry, fenceTags)
    return loose === ''
      ? []
      : [breach(entry.at, `text of no fence follows the live request: ${JSON.stringify(loose.slice(0, 40))}`)]
  })
}

/** As one part, or as all parts of a message together. */
const isSaid = (entry: Entry, text: string): boolean =>
  entry.kind === 'message' &&
  entry.role === 'user' &&
  (entry.texts.includes(text) || entry.texts.join('\n') === text || entry.texts.join('') === text)

const looseText = (entry: Entry, tags: readonly string[]): string =>
  entry.kind === 'message' && entry.role === 'user' ? entry.texts.map((text) => outsideFences(text, tags)).join('') : ''

const breach = (at: string, message: string): Breach => ({ law: 'L6', at, message })
