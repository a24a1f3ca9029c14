/** Facts with their history: a new value under a known key supersedes the old one, and both stay. Knows no tool. */
import type { ItemId } from '@rawr/protocol'

export type FactType =
  | 'file.edited'
  | 'file.created'
  | 'file.deleted'
  | 'file.moved'
  | 'file.read'
  | 'cmd'
  | 'test'
  | 'error'
  | 'symbol'
  | 'user.order'
  | 'user.correction'
  | 'decision'
  | 'todo'
  | 'ref'
  | 'number'
  | 'env'
  | 'agent.state'

export type Fact = {
  /** `f1`, `f2`, … in the order of first mention. */
  readonly id: string
  readonly type: FactType
  readonly key: string
  readonly value: string
  readonly sources: readonly ItemId[]
  /** Places in the list of events. */
  readonly first: number
  readonly last: number
  /** The fact with the same key and a newer value. */
  readonly supersededBy?: string
}

export type Noted = {
  readonly type: FactType
  readonly key: string
  readonly value: string
  readonly source: ItemId
  readonly place: number
}

export type FactLog = { readonly note: (noted: Noted) => void; readonly facts: () => readonly Fact[] }

export const createFactLog = (): FactLog => {
  const facts: Fact[] = []
  const current = new Map<string, number>()
  return {
    note: ({ type, key, value, source, place }) => {
      const slot = `${type}\u0000${key}`
      const at = current.get(slot)
      const known = at === undefined ? undefined : facts[at]
      if (at !== undefined && known !== undefined && known.value === value) {
        facts[at] = { ...known, sources: [...known.sources, source], last: place }
        return
      }
      const id = `f${facts.length + 1}`
      if (at !== undefined && known !== undefined) facts[at] = { ...known, supersededBy: id }
      current.set(slot, facts.length)
      facts.push({ id, type, key, value, sources: [source], first: place, last: place })
    },
    facts: () => facts,
  }
}
