/**
 * Whether each request begins with the whole of the one before it: that is what a provider's cache can use. Between two
 * rewrites of the view (a compaction, its undo, a rollback) the history only grows, so every break is counted with its cause.
 */
import type { HistoryItem } from '@rawr/protocol'

export type Sent = {
  /** Model, instructions and tools: what stands in front of the items. */
  readonly head: readonly string[]
  readonly items: readonly HistoryItem[]
  /** How often the view was written anew by then. */
  readonly rewrites: number
}

export type Prefix = {
  readonly requests: number
  readonly breaks: number
  /** What the last break came from, for a person; `null`: there was none. */
  readonly lastBreak: string | null
  readonly last: Sent | null
}

export const NO_PREFIX: Prefix = { requests: 0, breaks: 0, lastBreak: null, last: null }

export const afterRequest = ({ requests, breaks, lastBreak, last }: Prefix, sent: Sent): Prefix => {
  const cause = last === null || last.rewrites !== sent.rewrites ? null : breakOf(last, sent)
  return {
    requests: requests + 1,
    breaks: cause === null ? breaks : breaks + 1,
    lastBreak: cause ?? lastBreak,
    last: sent,
  }
}

const breakOf = (before: Sent, now: Sent): string | null => {
  if (before.head.some((part, at) => part !== now.head[at])) return 'the model, the instructions or the tools changed'
  const changed = before.items.findIndex((item, at) => !isSame(item, now.items[at]))
  if (changed === -1) return null
  const item = before.items[changed]
  return `${item?.type} ${item?.meta.id} ${now.items[changed] === undefined ? 'left' : 'changed'}`
}

/** Most items are the very same object; what is fenced or spared its images is made anew for each request. */
const isSame = (before: HistoryItem, now: HistoryItem | undefined): boolean =>
  before === now || (now !== undefined && JSON.stringify(before) === JSON.stringify(now))
