/**
 * L16: every logged item is exactly one of verbatim, cleared, represented by a summary line, or archived; the report counts
 * them so; what is pinned is verbatim; and `recall` finds each.
 */
import type { ItemId } from '../../ids.ts'
import type { Compacted, RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { LogReading } from './log-reading.ts'

export const checkPartition = (lines: readonly RolloutLine[], recall?: (id: ItemId) => boolean): Breach[] => {
  const reading = new LogReading()
  const breaches = lines.flatMap((line, index) => {
    reading.take(line)
    return line.type === 'compacted'
      ? problemsOf(line.payload, reading).map((message) => breach(`line ${index}`, message))
      : []
  })
  const lost = recall === undefined ? [] : reading.items.filter(({ meta }) => !recall(meta.id))
  return [...breaches, ...lost.map(({ meta }) => breach(`item ${meta.id}`, 'recall does not find it'))]
}

const problemsOf = ({ view, report }: Compacted, { items, pins }: LogReading): readonly string[] => {
  const ids = items.map(({ meta }) => meta.id)
  const verbatim = new Map<string, number>()
  const cleared = new Map<string, number>()
  const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const entry of view.entries) {
    if (entry.kind === 'clear') count(cleared, entry.id)
    if (entry.kind === 'keep')
      for (const id of ids.slice(ids.indexOf(entry.first), ids.indexOf(entry.last) + 1)) count(verbatim, id)
  }
  const doubled = [...verbatim, ...cleared].flatMap(([id, times]) =>
    times > 1 ? [`item ${id} is in the view ${times} times`] : [],
  )
  const both = [...cleared.keys()].flatMap((id) => (verbatim.has(id) ? [`item ${id} is both whole and cleared`] : []))
  const unpinned = pins.flatMap((pin) => {
    if (pin.kind !== 'item' || !ids.includes(pin.first) || !ids.includes(pin.last)) return []
    return ids
      .slice(ids.indexOf(pin.first), ids.indexOf(pin.last) + 1)
      .flatMap((id) => (verbatim.has(id) ? [] : [`pinned item ${id} is not whole in the view`]))
  })
  return [
    ...doubled,
    ...both,
    ...unpinned,
    ...countProblems(report, { before: ids.length, kept: verbatim.size, cleared: cleared.size }),
  ]
}

type Counts = { readonly before: number; readonly kept: number; readonly cleared: number }

const countProblems = (report: Compacted['report'], { before, kept, cleared }: Counts): readonly string[] => {
  if (report === undefined) return []
  const sum = report.kept + report.cleared + report.archived
  return [
    ...(sum === before ? [] : [`kept, cleared and archived make ${sum}, and ${before} items were there`]),
    ...(report.kept === kept ? [] : [`${report.kept} items are reported as kept, the view has ${kept}`]),
    ...(report.cleared === cleared ? [] : [`${report.cleared} items are reported as cleared, the view has ${cleared}`]),
    ...(report.pinned <= report.kept
      ? []
      : [`${report.pinned} items are reported as pinned and only ${report.kept} as kept`]),
  ]
}

const breach = (at: string, message: string): Breach => ({ law: 'L16', at, message })
