/**
 * L13: originals survive. A log only grows; a view names items that are there; each extracted line carries the ids it
 * stands for, and what was cleared or cut says where the whole is.
 */
import type { ViewEntry } from '../../compaction.ts'
import { textOfParts } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

/** A later reading begins with every earlier one. */
export const checkGrown = (lines: readonly RolloutLine[], earlier: readonly (readonly RolloutLine[])[]): Breach[] =>
  earlier.flatMap((reading, number) => {
    const index = reading.findIndex((line, place) => {
      const now = lines[place]
      return now !== line && JSON.stringify(now) !== JSON.stringify(line)
    })
    return index < 0 ? [] : [breach(`line ${index}`, `it is not what reading ${number} found there`)]
  })

export const checkNothingDestroyed = (lines: readonly RolloutLine[]): Breach[] => {
  const places = new Map<string, number>()
  return lines.flatMap((line, index) => {
    if (line.type === 'response_item') {
      const { meta } = line.payload
      places.set(meta.id, places.size)
      return meta.cleared === true ? [breach(`line ${index}`, `item ${meta.id} is logged without its text`)] : []
    }
    if (line.type !== 'compacted') return []
    const { entries, through } = line.payload.view
    const isThere = (id: string): boolean => places.has(id)
    return [
      ...(through === null || isThere(through) ? [] : [`the view goes up to ${through}, which the log does not have`]),
      ...entries.flatMap((entry) => entryProblems(entry, { isThere, places })),
    ].map((message) => breach(`line ${index}`, message))
  })
}

type Known = { readonly isThere: (id: string) => boolean; readonly places: ReadonlyMap<string, number> }

const entryProblems = (entry: ViewEntry, { isThere, places }: Known): readonly string[] => {
  switch (entry.kind) {
    case 'keep': {
      const lost = [entry.first, entry.last].filter((id) => !isThere(id))
      if (lost.length > 0) return lost.map((id) => `the view keeps ${id}, which the log does not have`)
      return (places.get(entry.first) ?? 0) <= (places.get(entry.last) ?? 0)
        ? []
        : [`the view keeps ${entry.first} to ${entry.last}, which runs backwards`]
    }
    case 'clear':
      return [
        ...(isThere(entry.id) ? [] : [`the view clears ${entry.id}, which the log does not have`]),
        ...(entry.placeholder.includes(entry.id) ? [] : [`what stands for ${entry.id} does not name it`]),
      ]
    case 'insert':
      return insertProblems(entry, isThere)
  }
}

type Insert = Extract<ViewEntry, { kind: 'insert' }>

const insertProblems = ({ item, sources }: Insert, isThere: Known['isThere']): readonly string[] => {
  const texts = item.type === 'message' ? textOfParts(item.content).split('\n') : []
  const sourced = new Map(sources.map(({ line, ids }) => [line, ids]))
  const unknown = sources.flatMap(({ line, ids }) =>
    ids
      .filter((id) => !isThere(id))
      .map((id) => `line ${line} of ${item.meta.id} stands for ${id}, which the log does not have`),
  )
  const beyond = sources.flatMap(({ line }) =>
    item.type === 'message' && line >= texts.length ? [`${item.meta.id} has no line ${line} to have sources`] : [],
  )
  const bare = texts.flatMap((text, line) =>
    isExtracted(text) && (sourced.get(line)?.length ?? 0) === 0 && item.meta.origin === 'summary'
      ? [`line ${line} of ${item.meta.id} names no source: ${JSON.stringify(text.slice(0, 40))}`]
      : [],
  )
  const isSourced = sources.some(({ ids }) => ids.length > 0)
  const stands =
    item.meta.origin === 'user' ||
    item.type === 'compaction' ||
    (item.meta.origin === 'summary' && texts.length > EMPTY_SUMMARY_LINES)
  return [
    ...unknown,
    ...beyond,
    ...bare,
    ...(stands && !isSourced ? [`${item.meta.id} stands for the past and names no source`] : []),
  ]
}

/** The fence and its first sentence: where everything else is in the view, a summary says no more. */
const EMPTY_SUMMARY_LINES = 3

/** A quote, or a line that ends with a pointer. */
const isExtracted = (text: string): boolean =>
  /^(> |user: |agent: |\+ )/.test(text) || / \[[\w-]+(?: [\w-]+)*\]$/.test(text)

const breach = (at: string, message: string): Breach => ({ law: 'L13', at, message })
