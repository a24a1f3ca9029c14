/**
 * What the settings ask to keep beside the pins: files by glob, each with its newest whole view or newest edit, and the
 * classes of items whose lines may be quoted.
 */
import type { HistoryItem, ItemId, KeepRole } from '@rawr/protocol'
import type { Unit } from './extract/units.ts'
import { globMatcher } from './glob.ts'
import type { Group } from './history/groups.ts'
import type { FileFact, Ledger } from './ledger/facts.ts'
import { estimateItem, type TokenRates } from './tokens/estimate.ts'

export type KeepWish = {
  readonly globs: readonly string[]
  /** All kept files together; what is over is listed, newest kept first. */
  readonly tokensMax: number
  readonly roles: readonly KeepRole[]
  /** Texts that are in the view anyway: a file they name is there already. */
  readonly shownTexts: readonly string[]
}

export const KEEP_ALL_ROLES: KeepWish = {
  globs: [],
  tokensMax: 0,
  roles: ['tool', 'diff', 'decision'],
  shownTexts: [],
}

export type Kept = {
  /** Whole groups, ascending. */
  readonly positions: readonly number[]
  /** Files that match and found no room. */
  readonly left: readonly string[]
  readonly roles: readonly KeepRole[]
}

type Past = {
  readonly items: readonly HistoryItem[]
  readonly groups: readonly Group[]
  readonly ledger: Ledger
  readonly rates: TokenRates
  readonly positionOf: (id: ItemId) => number | undefined
}

export const keptOf = ({ globs, tokensMax, roles, shownTexts }: KeepWish, past: Past): Kept => {
  const { items, groups, ledger, rates } = past
  const matchers = globs.map(globMatcher)
  const files = [...ledger.files.values()]
    .filter(({ path, deleted }) => !deleted && matchers.some((matches) => matches(path)))
    .filter(({ path }) => !shownTexts.some((text) => text.includes(path)))
    .sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1))
  const positions = new Set<number>()
  const left: string[] = []
  let room = tokensMax
  for (const file of files) {
    const newest = newestView(file, past)
    const group = groups.find(({ start, end }) => newest >= start && newest < end)
    if (group === undefined) continue
    const members = Array.from({ length: group.end - group.start }, (_, offset) => group.start + offset)
    const cost = members
      .filter((position) => !positions.has(position))
      .reduce((sum, position) => sum + estimateItem(items[position] as HistoryItem, rates), 0)
    if (cost > room) {
      left.push(file.path)
      continue
    }
    room -= cost
    for (const position of members) positions.add(position)
  }
  return { positions: [...positions].sort((a, b) => a - b), left, roles }
}

/** A view of a part only stands for itself: the whole file, or its newest edit, is worth more. */
const newestView = ({ lastEdit, lastRead, range }: FileFact, { positionOf }: Past): number => {
  const at = (id: ItemId | null): number => (id === null ? -1 : (positionOf(id) ?? -1))
  const edit = at(lastEdit)
  const read = at(lastRead)
  return range === null || edit === -1 ? Math.max(edit, read) : edit
}

/** Prose that decides nothing and calls without a change belong to no class: they may always be quoted. */
export const keepsRole = (roles: readonly KeepRole[], { voice, hasCue }: Unit): boolean => {
  if (voice === 'result') return roles.includes('tool')
  if (voice === 'edit') return roles.includes('diff')
  return voice === 'assistant' && hasCue ? roles.includes('decision') : true
}
