/** The sessions of a run, read once: their stretches, the names that are too common to ask for, and what they lend each other. */
import type { RolloutLine } from '@rawr/protocol'
import type { CountTokens, Cut } from '../probes/cut.ts'
import { futureCuts, recordedCut } from '../probes/cut.ts'
import { isShown, type Stretch, stretchesOf } from '../probes/normal-form.ts'
import { eventKeys } from '../probes/source-lines.ts'
import { hashOf, seededRandom, shuffled } from './random.ts'

export type RecordedSession = { readonly name: string; readonly lines: readonly RolloutLine[] }

export type SessionOfSet = {
  readonly name: string
  readonly stretches: readonly Stretch[]
  readonly keys: ReadonlySet<string>
}

export type SessionSet = {
  readonly sessions: readonly SessionOfSet[]
  readonly isCommon: (key: string) => boolean
}

/** A name that this share of the sessions has, or more, is asked by nobody. */
const COMMON_SHARE = 0.25
/** In a set this small every name would be common. */
const COMMON_SESSIONS_MIN = 2

/** In the order of their names, whatever order they come in. */
export const sessionSet = (recorded: readonly RecordedSession[]): SessionSet => {
  const sessions = recorded
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, lines }): SessionOfSet => {
      const stretches = stretchesOf(lines)
      const shown = stretches.flatMap(({ events }) => events.filter(isShown))
      return { name, stretches, keys: new Set(shown.flatMap((event) => [...eventKeys(event)])) }
    })
  const counts = new Map<string, number>()
  for (const { keys } of sessions) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const limit = Math.max(COMMON_SESSIONS_MIN, sessions.length * COMMON_SHARE)
  return { sessions, isCommon: (key) => (counts.get(key) ?? 0) >= limit }
}

/** Development sessions tune, validation sessions are looked at once a change; which is which is in the name's hash. */
export const splitOf = (session: string): 'development' | 'validation' =>
  hashOf(session) % 3 === 0 ? 'validation' : 'development'

export const futureCutsOf = ({ sessions }: SessionSet, count: CountTokens): readonly Cut[] =>
  sessions.flatMap(({ name, stretches }) =>
    stretches.flatMap((stretch, at) => futureCuts(stretch, { session: name, stretch: at, count })),
  )

/** The first readable compaction of each session. */
export const recordedCutsOf = ({ sessions }: SessionSet, count: CountTokens): readonly Cut[] =>
  sessions.flatMap(({ name, stretches }) => {
    for (const [at, stretch] of stretches.entries()) {
      const next = stretches[at + 1]
      const cut = next === undefined ? null : recordedCut(stretch, next, { session: name, stretch: at, count })
      if (cut !== null) return [cut]
    }
    return []
  })

/** The summary of the next session that has one. */
export const foreignSummaryOf = ({ sessions }: SessionSet, session: string): string | undefined => {
  const at = sessions.findIndex(({ name }) => name === session)
  return [...sessions.slice(at + 1), ...sessions.slice(0, Math.max(0, at))]
    .flatMap(({ stretches }) => stretches.map(({ summary }) => summary))
    .find((summary) => summary !== undefined && summary !== '')
}

const DECOYS = 20

/** Names of other sessions that this one never says. */
export const decoysFor = ({ sessions, isCommon }: SessionSet, session: string): readonly string[] => {
  const own = sessions.find(({ name }) => name === session)?.keys ?? new Set()
  const foreign = new Set(
    sessions.flatMap(({ name, keys }) => (name === session ? [] : [...keys])).filter((key) => !own.has(key)),
  )
  const names = [...foreign].filter((key) => !isCommon(key)).sort()
  return shuffled(names, seededRandom(session)).slice(0, DECOYS)
}
