/** L1: in every request each tool result has its call before it, each call has its result, ids are unique. */
import type { Breach } from './breach.ts'
import type { Entry, RequestView } from './request-view.ts'

export const checkPairs = ({ wire, entries }: RequestView): Breach[] => [
  ...unpaired(entries),
  ...(wire === 'chat' ? misplaced(entries) : []),
]

const unpaired = (entries: readonly Entry[]): Breach[] => {
  const breaches: Breach[] = []
  const called = new Map<string, string>()
  const answered = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'call') {
      if (called.has(entry.id)) breaches.push(breach(entry.at, `call ${entry.id} is there twice`))
      called.set(entry.id, entry.at)
    }
    if (entry.kind === 'result') {
      if (!called.has(entry.id)) breaches.push(breach(entry.at, `result ${entry.id} has no call before it`))
      if (answered.has(entry.id)) breaches.push(breach(entry.at, `call ${entry.id} has two results`))
      answered.add(entry.id)
    }
  }
  for (const [id, at] of called) if (!answered.has(id)) breaches.push(breach(at, `call ${id} has no result`))
  return breaches
}

/** Chat Completions: the results follow the message of their calls, and nothing stands between. */
const misplaced = (entries: readonly Entry[]): Breach[] => {
  let open = new Set<string>()
  return entries.flatMap((entry) => {
    if (entry.kind === 'call') {
      open.add(entry.id)
      return []
    }
    if (entry.kind === 'result')
      return open.delete(entry.id)
        ? []
        : [breach(entry.at, `result ${entry.id} does not follow the message of its call`)]
    const late = [...open].map((id) => breach(entry.at, `a message stands between call ${id} and its result`))
    open = new Set()
    return late
  })
}

const breach = (at: string, message: string): Breach => ({ law: 'L1', at, message })
