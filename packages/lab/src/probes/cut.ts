/** Where a session is cut: the past that compactors see, and the future that asks. */
import type { ItemId } from '@rawr/protocol'
import { isShown, type SessionEvent, type Stretch } from './normal-form.ts'

export type CountTokens = (text: string) => number

export type Cut = {
  /** Unique in the whole set: session, stretch and place. */
  readonly id: string
  readonly session: string
  readonly past: readonly SessionEvent[]
  readonly future: readonly SessionEvent[]
  readonly pastTokens: number
  /** Tokens of the past behind each of its events. */
  readonly tokensBehind: readonly number[]
  /** What was recorded in place of the past, at a recorded compaction. */
  readonly summary?: string
}

export type CutPlace = { readonly session: string; readonly stretch: number; readonly count: CountTokens }

const counted = new WeakMap<SessionEvent, number>()

export const eventTokens = (event: SessionEvent, count: CountTokens): number => {
  const known = counted.get(event)
  if (known !== undefined) return known
  const tokens = count(event.text)
  counted.set(event, tokens)
  return tokens
}

const STRETCH_TOKENS_MIN = 40_000
/**
 * The future asks for what these many calls used, at every cut the same. Later ones ask for what was read again in between.
 */
const CALLS_AFTER = 15
const SHARES = [0.5, 0.75] as const

/** Cuts inside a stretch, where what came next was written with the full context: nobody's summary is favoured. */
export const futureCuts = ({ events }: Stretch, place: CutPlace): readonly Cut[] => {
  const shown = events.filter(isShown)
  const total = shown.reduce((sum, event) => sum + eventTokens(event, place.count), 0)
  if (total < STRETCH_TOKENS_MIN) return []
  return SHARES.flatMap((share) => {
    const at = legalCut(shown, placeAt(shown, total * share, place.count))
    const cut = cutAt(shown, at, { ...place, id: `${place.session}/${place.stretch}@${share * 100}` })
    return cut.future.filter(({ kind }) => kind === 'call').length < CALLS_AFTER ? [] : [withinReach(cut)]
  })
}

/** The end of a stretch that was recorded with a readable summary, asked by what came after it. */
export const recordedCut = (stretch: Stretch, next: Stretch, place: CutPlace): Cut | null => {
  if (stretch.summary === undefined || stretch.summary === '') return null
  const past = stretch.events.filter(isShown)
  const future = next.events.filter((event) => isShown(event) && event.kind !== 'summary')
  const cut = cutAt([...past, ...future], past.length, { ...place, id: `${place.session}/${place.stretch}@end` })
  return { ...withinReach(cut), summary: stretch.summary }
}

const withinReach = (cut: Cut): Cut => {
  const last = cut.future.filter(({ kind }) => kind === 'call')[CALLS_AFTER - 1]
  return last === undefined ? cut : { ...cut, future: cut.future.slice(0, cut.future.indexOf(last) + 1) }
}

const placeAt = (events: readonly SessionEvent[], tokens: number, count: CountTokens): number => {
  let sum = 0
  for (const [place, event] of events.entries()) {
    sum += eventTokens(event, count)
    if (sum > tokens) return place
  }
  return events.length
}

/** Later, until no call is parted from its result. */
export const legalCut = (events: readonly SessionEvent[], from: number): number => {
  const open = new Set<string>()
  for (const [place, event] of events.entries()) {
    if (place >= from && open.size === 0) return place
    if (event.callId === undefined) continue
    if (event.kind === 'call') open.add(event.callId)
    if (event.kind === 'result') open.delete(event.callId)
    // A call that never got its result holds nothing up.
    if (place >= from && event.kind === 'user') open.clear()
  }
  return events.length
}

export const cutAt = (
  events: readonly SessionEvent[],
  at: number,
  { id, session, count }: CutPlace & { id: string },
): Cut => {
  const past = events.slice(0, at)
  const tokensBehind: number[] = []
  let behind = 0
  for (const event of past.toReversed()) {
    tokensBehind.push(behind)
    behind += eventTokens(event, count)
  }
  return { id, session, past, future: events.slice(at), pastTokens: behind, tokensBehind: tokensBehind.reverse() }
}

export const lastIdOf = (cut: Cut): ItemId | undefined => cut.past.at(-1)?.id
