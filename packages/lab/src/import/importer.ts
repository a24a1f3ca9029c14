/** What reads the records of one format, in file order, and gives the session at the end. */
import type { Fields } from './fields.ts'
import type { BuiltLog } from './item-log.ts'

export type ReadSession = BuiltLog & {
  readonly contextWindow?: number | undefined
  readonly cwd?: string | undefined
  readonly unknown: Readonly<Record<string, number>>
  readonly shortened: number
}

export type Importer = {
  /** `line` counts from 1; several records may come from one line. */
  readonly take: (record: Fields, line: number) => void
  readonly finish: () => ReadSession
}

/** Counts what nobody here knows, by its type. */
export const createUnknownCount = (): {
  readonly add: (type: unknown) => void
  readonly all: () => Record<string, number>
} => {
  const counts = new Map<string, number>()
  return {
    add: (type) => {
      const name = typeof type === 'string' ? type : 'untyped'
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    all: () => Object.fromEntries(counts),
  }
}
