/** What a person can name of the past of a thread: its items, and the archives of its compactions. */
import type { HistoryItem } from '@rawr/protocol'
import type { World } from './world.ts'

/** As a list of them would name it. */
export const archiveOf = (world: World, of: 'newest' | 'oldest' | 'unknown'): string => {
  const names = world.archiveNames()
  const name = of === 'oldest' ? names[0] : names.at(-1)
  return of === 'unknown' || name === undefined ? '1999-unknown' : name
}

/** Logged items, as a person may name them by their ids. */
export const itemsOf = (world: World): readonly HistoryItem[] => {
  const threadId = world.threadId()
  const lines = threadId === null ? [] : world.disk.believed(threadId)
  return lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
}

/** One of them, another each time. */
export const chosen = <Thing>(things: readonly Thing[], number: number): Thing | undefined =>
  things[(number * 7) % Math.max(1, things.length)]
