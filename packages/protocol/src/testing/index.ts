/** `@rawr/protocol/testing`: what every package's tests use. */
export type { Breach, Law } from './laws/breach.ts'
export { checkLog, type LogState } from './laws/check-log.ts'
export { checkRequest, checkRequests, type FactsOf } from './laws/check-request.ts'
export type { RequestFacts } from './laws/facts.ts'
export { checkReplay } from './laws/replayed-view.ts'
export type { RequestBody } from './laws/request-view.ts'
export { drawMachine, type Sample, type Walk } from './walk-machine.ts'
