/** The one entry: all laws over all that was recorded of a thread. Empty where every law is kept. */
import { checkAllOrNothing } from './all-or-nothing.ts'
import type { Breach } from './breach.ts'
import { checkLog } from './check-log.ts'
import { checkAnswers, checkDelivered } from './delivery.ts'
import { checkExplained } from './explained.ts'
import { checkConsent } from './forged-consent.ts'
import { checkHandoffPlace } from './handoff-place.ts'
import { checkHeadroom } from './headroom.ts'
import { checkMoments } from './moments.ts'
import { checkNoSpin } from './no-spin.ts'
import { checkGrown, checkNothingDestroyed } from './nothing-destroyed.ts'
import { checkOneNumber } from './one-number.ts'
import { checkPartition } from './partition.ts'
import { checkPinnedFiles } from './pinned-files.ts'
import { checkPrefix } from './prefix.ts'
import type { RecordedThread } from './recorded-thread.ts'
import { checkSingleFlight } from './single-flight.ts'

export const checkThread = (thread: RecordedThread): Breach[] => {
  const { lines, state = 'at_rest', events, answers = [], earlier = [], decide, recall, fenceTags } = thread
  return [
    ...checkLog(lines, state),
    ...checkMoments(thread),
    ...checkPrefix(lines, thread.requests ?? []),
    ...checkAllOrNothing(lines, state),
    ...checkSingleFlight(lines, answers, state),
    ...checkNoSpin(lines),
    ...checkOneNumber(lines),
    ...checkAnswers(lines, answers),
    ...(events === undefined ? [] : checkDelivered(lines, events)),
    ...checkGrown(lines, earlier),
    ...checkNothingDestroyed(lines),
    ...checkConsent(lines, fenceTags),
    ...checkHandoffPlace(lines),
    ...checkHeadroom(lines),
    ...checkPartition(lines, recall),
    ...checkPinnedFiles(lines),
    ...checkExplained(lines, decide),
  ]
}
