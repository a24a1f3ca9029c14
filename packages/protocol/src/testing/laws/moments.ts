/** L1 to L7 at each moment of a thread: what was sent and what was shown, against the lines the log had then. */
import type { HistoryItem } from '../../history-item.ts'
import type { Breach } from './breach.ts'
import { checkRequest } from './check-request.ts'
import type { RequestFacts } from './facts.ts'
import { checkConsentOfView } from './forged-consent.ts'
import type { RecordedThread, SentRequest } from './recorded-thread.ts'
import { checkSeen } from './replayed-view.ts'
import { requestOfItems } from './request-of-items.ts'
import { ThreadFacts } from './thread-facts.ts'

type Moment = { readonly after: number; readonly judge: (facts: ThreadFacts) => readonly Breach[] }

export const checkMoments = (thread: RecordedThread): Breach[] => {
  const { lines, requests = [], snapshots = [] } = thread
  const moments: Moment[] = [
    ...requests.map((request, index) => ({
      after: request.after,
      judge: (facts: ThreadFacts) => placed(`request ${index}`, checkSent(request, facts, thread)),
    })),
    ...snapshots.map(({ after, items }, index) => ({
      after,
      judge: (facts: ThreadFacts) => placed(`snapshot ${index}`, checkSeen(facts.reading.visible(), items)),
    })),
  ].toSorted((a, b) => a.after - b.after)
  const facts = new ThreadFacts()
  let taken = 0
  return moments.flatMap(({ after, judge }) => {
    for (const line of lines.slice(taken, after)) facts.take(line)
    taken = Math.max(taken, after)
    return judge(facts)
  })
}

const checkSent = (request: SentRequest, facts: ThreadFacts, thread: RecordedThread): Breach[] => {
  const { after, body, items, isBeside = false } = request
  const then: RequestFacts = {
    ...withoutTurn(facts.facts(thread.instructions?.(after) ?? null), isBeside),
    bytesMax: thread.bytesMax ?? null,
    fenceTags: thread.fenceTags ?? [],
  }
  // Without the names of the tags nobody can tell data from words.
  const isJudged = ({ law }: Breach): boolean => thread.fenceTags !== undefined || (law !== 'L5' && law !== 'L6')
  return [
    ...(body === undefined ? [] : checkRequest(body, then)),
    ...(items === undefined ? [] : checkRequest(requestOfItems(items), then)),
    ...(items === undefined || isBeside ? [] : checkSeen(facts.reading.visible().map(unfenced), items.map(unfenced))),
    ...(items === undefined ? [] : checkConsentOfView(items, thread.fenceTags)),
  ].filter(isJudged)
}

/** A fence is put around these on their way to the model; L6 and L14 look at it. */
const unfenced = (item: HistoryItem): HistoryItem =>
  item.type === 'compact_boundary' || item.type === 'attachment' ? { ...item, text: '' } : item

/** A request beside the work has no live request, and says what it says. */
const withoutTurn = <Facts extends Pick<RequestFacts, 'live' | 'sacred'>>(facts: Facts, isBeside: boolean): Facts =>
  isBeside ? { ...facts, live: null, sacred: [] } : facts

const placed = (place: string, breaches: readonly Breach[]): readonly Breach[] =>
  breaches.map((breach) => ({ ...breach, at: `${place}, ${breach.at}` }))
