/** What tests look at in a session: events of a submission, texts that were sent, and breaches of the laws in its log. */
import { historyFromLines, visibleItems } from '@rawr/compaction'
import { type Event, type EventMsg, type RolloutLine, textOfParts } from '@rawr/protocol'
import { type Breach, checkLog, checkReplay } from '@rawr/protocol/testing'
import type { OpenedSession } from './session-bench.ts'

/** Types of the logged events of a submission, in order. */
export const told = (bench: OpenedSession, id: string): readonly EventMsg['type'][] =>
  bench.events.filter((event) => event.id === id && event.seq !== undefined).map(({ msg }) => msg.type)

/** Texts of the messages in the nth request, the initial context left out. */
export const sentTexts = (bench: OpenedSession, request: number): readonly string[] =>
  (bench.model.requests[request]?.items ?? []).flatMap((item) =>
    item.type === 'message' && item.meta.origin !== 'context' ? [textOfParts(item.content)] : [],
  )

/** What the model would see of this log. */
export const viewOf = (lines: readonly RolloutLine[]) => visibleItems(historyFromLines(lines))

/** None in a log that keeps the laws. */
export const breachesOf = (lines: readonly RolloutLine[]): readonly Breach[] => [
  ...checkLog(lines, 'at_rest'),
  ...checkReplay(lines, viewOf(lines)),
]

/** The first piece is told once the bundling time has passed. */
export const streamed = async (bench: OpenedSession): Promise<Event> => {
  while (bench.clock.waiting().length === 0) await Promise.resolve()
  bench.clock.advance(30)
  return bench.until(({ msg }) => msg.type === 'agent_message_delta')
}

/** Nothing runs and nothing waits any more. */
export const settled = async (bench: OpenedSession): Promise<void> => {
  for (let turns = 0; !bench.session.isIdle(); turns += 1) {
    if (turns > 100_000) throw new Error('the session never comes to rest')
    await Promise.resolve()
  }
}
