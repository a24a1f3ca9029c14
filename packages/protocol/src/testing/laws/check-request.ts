/** L1 to L6 over the bodies that were really sent. */
import type { Breach } from './breach.ts'
import type { RequestFacts } from './facts.ts'
import { checkFits } from './fits.ts'
import { checkLiveRequest } from './live-request.ts'
import { checkOpaque } from './opaque.ts'
import { checkPairs } from './pairs.ts'
import { type RequestBody, readRequest } from './request-view.ts'
import { checkSacred } from './sacred.ts'
import { checkText } from './text.ts'

/** Empty where the request keeps every law. */
export const checkRequest = (body: RequestBody, facts: RequestFacts): Breach[] => {
  const { view, breaches } = readRequest(body)
  if (view === null) return [...breaches]
  return [
    ...checkPairs(view),
    ...checkFits(view, facts),
    ...checkText(view),
    ...checkOpaque(view, facts),
    ...checkSacred(view, facts),
    ...checkLiveRequest(view, facts),
  ]
}

/** What was true when a request was sent: the same for all, or by its place. */
export type FactsOf = RequestFacts | ((index: number) => RequestFacts)

/** Places are prefixed by the request's, `#0 input[3]`. */
export const checkRequests = (bodies: readonly RequestBody[], facts: FactsOf): Breach[] =>
  bodies.flatMap((body, index) =>
    checkRequest(body, typeof facts === 'function' ? facts(index) : facts).map((breach) => ({
      ...breach,
      at: `#${index} ${breach.at}`,
    })),
  )
