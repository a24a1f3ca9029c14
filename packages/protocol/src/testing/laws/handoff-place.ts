/**
 * L6: where a handoff stands. Written inside a turn it is part of the view, behind what stands for the past and in front of
 * what was done last; at the end of a turn it is an item of its own right before the words of the user.
 */
import type { ViewEntry } from '../../compaction.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { LogReading } from './log-reading.ts'

export const checkHandoffPlace = (lines: readonly RolloutLine[]): Breach[] => {
  const breaches: Breach[] = []
  const reading = new LogReading()
  let lastTrigger: Compacted['trigger'] | null = null
  let loose: number | null = null
  for (const [index, line] of lines.entries()) {
    const report = (at: number, message: string) => breaches.push({ law: 'L6', at: `line ${at}`, message })
    if (line.type === 'compacted') {
      lastTrigger = line.payload.trigger
      for (const problem of problemsOf(line.payload, reading)) report(index, problem)
    }
    reading.take(line)
    if (line.type !== 'response_item') continue
    const { origin } = line.payload.meta
    // A turn that goes on by itself begins with words of the program.
    const begins = origin === 'user' || origin === 'synthetic'
    if (loose !== null && !begins) report(loose, 'the handoff stands behind the work and before no message')
    // A plan that a person was shown is carried out as it was, and has no place for it.
    loose = origin === 'handoff' && lastTrigger !== 'manual' ? index : null
  }
  return breaches
}

const problemsOf = ({ view, trigger, attribution, report }: Compacted, { items }: LogReading): readonly string[] => {
  const places = view.entries.flatMap((entry, place) => (insertedOrigin(entry) === 'handoff' ? [place] : []))
  const [place, ...more] = places
  if (place === undefined) {
    const isOwed = trigger === 'mid_turn' && attribution !== undefined && attribution.packet_author !== 'none'
    return isOwed && report?.reason?.includes('no room for the handoff') !== true
      ? ['it was made inside a turn, and nothing is handed over']
      : []
  }
  const newest = items.at(-1)?.meta.id
  return [
    ...(more.length === 0 ? [] : [`the view hands over ${places.length} times`]),
    ...view.entries.slice(place + 1).flatMap((entry) => {
      const origin = insertedOrigin(entry)
      return origin === 'context' || origin === 'boundary' || origin === 'summary'
        ? [`the ${origin} stands behind the handoff`]
        : []
    }),
    ...(view.entries.slice(0, place).some((entry) => newest !== undefined && shows(entry, newest))
      ? ['the handoff stands behind what was done last']
      : []),
  ]
}

const insertedOrigin = (entry: ViewEntry): string | null => (entry.kind === 'insert' ? entry.item.meta.origin : null)

/** The newest item is the end of its range, wherever it is kept. */
const shows = (entry: ViewEntry, id: string): boolean =>
  entry.kind === 'keep' ? entry.last === id : entry.kind === 'clear' && entry.id === id
