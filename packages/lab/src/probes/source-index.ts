/** What a prefix says of each key: how often, by whom, where last, and in whose company. */
import { baseName } from './keys.ts'
import { isShell } from './ledger-runs.ts'
import { isOfLibrary, TOOL_WORDS } from './library.ts'
import { isShown, type SessionEvent } from './normal-form.ts'
import { kindOfKey } from './source-lines.ts'
import { type NaturedLine, naturedLines } from './telling.ts'

export type KeyFacts = {
  readonly key: string
  /** Lines that name it. */
  readonly count: number
  /** Places in the list of events. */
  readonly first: number
  readonly last: number
  /** In words: not in code that the user pasted. */
  readonly byUser: boolean
  readonly byAgent: boolean
  readonly inCall: boolean
  /** The most frequent keys on the same line, most frequent first. */
  readonly partners: readonly string[]
}

export type SourceIndex = {
  /** Not of commits' ids, and not of flags that only other programs take: what they are is not this session's to keep. */
  readonly facts: ReadonlyMap<string, KeyFacts>
  /** Base names that one path alone has. */
  readonly uniqueBases: ReadonlySet<string>
}

const PARTNERS_MAX = 3

type Counted = {
  count: number
  readonly first: number
  last: number
  byUser: boolean
  byAgent: boolean
  inCall: boolean
  readonly standings: Set<Standing>
  readonly company: Map<string, number>
}

export const sourceIndex = (events: readonly SessionEvent[]): SourceIndex => {
  const counted = new Map<string, Counted>()
  for (const [place, event] of events.entries()) {
    if (!isShown(event)) continue
    for (const line of naturedLines(event)) {
      if (line.nature === 'record') continue
      for (const key of line.keys) {
        const entry = entryOf(counted, key, place)
        entry.count += 1
        entry.last = place
        if (event.kind === 'user' && !line.isFenced) entry.byUser = true
        if (event.kind === 'say') entry.byAgent = true
        if (event.kind === 'call') entry.inCall = true
        entry.standings.add(standingOn(key, event, line))
        if (!line.company.includes(key)) continue
        for (const other of line.company)
          if (other !== key) entry.company.set(other, (entry.company.get(other) ?? 0) + 1)
      }
    }
  }
  const facts = new Map<string, KeyFacts>()
  const asked = new Set([...counted].flatMap(([key, { standings }]) => (isOwn(standings) ? [key] : [])))
  for (const [key, { company, standings: _, ...rest }] of counted) {
    if (!asked.has(key)) continue
    const known = [...company].filter(([other]) => asked.has(other))
    facts.set(key, { key, ...rest, partners: mostFrequent(known) })
  }
  return { facts, uniqueBases: uniqueBasesOf(counted.keys()) }
}

/** A program that is run here, and whose flags stand behind it. */
const RUN =
  /(?<![\w./-])(?:git|go|gh|mise|npm|npx|pnpm|yarn|node|cargo|docker|make|grep|rg|find|sed|curl|python3?|pip|golangci-lint)["'`]?[\s,]/

type Standing = 'own' | 'foreign' | 'none'

/** A flag is the session's own where the user or a file speaks of it, and foreign for good where another program takes it. */
const standingOn = (key: string, event: SessionEvent, { text, nature }: NaturedLine): Standing => {
  const kind = kindOfKey(key)
  if (kind === 'hash' || key === event.tool || TOOL_WORDS.has(key)) return 'foreign'
  if (kind === 'symbol' && isOfLibrary(key, text)) return 'foreign'
  // A script for a shell has names of its own.
  if (kind !== 'flag') return kind === 'symbol' && event.kind === 'call' && isShell(event) ? 'none' : 'own'
  if (RUN.test(text)) return 'foreign'
  return event.kind === 'say' || isShell(event) || nature === 'command' ? 'none' : 'own'
}

const entryOf = (counted: Map<string, Counted>, key: string, place: number): Counted => {
  const known = counted.get(key)
  if (known !== undefined) return known
  const made: Counted = {
    count: 0,
    first: place,
    last: place,
    byUser: false,
    byAgent: false,
    inCall: false,
    standings: new Set(),
    company: new Map(),
  }
  counted.set(key, made)
  return made
}

const isOwn = (standings: ReadonlySet<Standing>): boolean => standings.has('own') && !standings.has('foreign')

/** Of equal counts the one met first: a Map keeps the order of arrival, and sorting is stable. */
const mostFrequent = (company: readonly (readonly [string, number])[]): readonly string[] =>
  company
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, PARTNERS_MAX)
    .map(([key]) => key)

const uniqueBasesOf = (keys: Iterable<string>): ReadonlySet<string> => {
  const paths = new Map<string, number>()
  for (const key of keys) {
    if (!key.includes('/')) continue
    const base = baseName(key)
    paths.set(base, (paths.get(base) ?? 0) + 1)
  }
  return new Set([...paths].filter(([, count]) => count === 1).map(([base]) => base))
}
