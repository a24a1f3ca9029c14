/** Pieces that the transitions of the watcher share. */
import type { DecisionOutcome, RequestId } from '@rawr/protocol'
import type { Notice, WatcherEffect, WatcherState } from './state.ts'

export const IDLE: WatcherState = { name: 'idle' }

export const report = (decisionId: RequestId, outcome: DecisionOutcome): WatcherEffect => ({
  type: 'report_decision',
  decisionId,
  outcome,
})

export const notify = (notice: Notice): WatcherEffect => ({ type: 'notify', notice })
