/** Writes what happened to a thread into its audit: signs that a phase ended, and compactions with their figures. */
import { COMPACTION_COMPLETED } from '@rawr/audit'
import { emptySignals, foldSignals } from '@rawr/policy'
import type { ThreadId } from '@rawr/protocol'
import type { AuditSink } from '../ports/audit-sink.ts'
import type { DecisionBook } from './decision-book.ts'
import type { RepoSnapshot } from './observe-repo.ts'
import type { Listener } from './outbox.ts'

export type Noting = {
  readonly audit: AuditSink
  readonly threadId: ThreadId
  readonly decisions: Pick<DecisionBook, 'attribution'>
  /** Looks at the repository; absent: nobody looks. */
  readonly observe?: (() => Promise<RepoSnapshot | null>) | undefined
}

/** A listener of the thread's events; each sign is noted once a turn. */
export const noteEvents = ({ audit, threadId, decisions, observe }: Noting): Listener => {
  let signals = emptySignals
  let seen = ''
  /** Looking starts a sandbox: one look for all signs of a turn, when it ends; with the number of the newest. */
  let due: { readonly seq: number | undefined } | null = null
  /** Where there was no repository, or it answered too late, only a commit asks again. */
  let answers = true
  /** Noted when it is known, and only where it changed; what cannot be seen is no fault of the work. */
  const lookAt = (event_seq: number | undefined): void => {
    const note = (repo: RepoSnapshot | null): void => {
      const told = JSON.stringify(repo)
      if (repo !== null && told !== seen) audit.event(threadId, 'repo_observed', { event_seq, ...repo })
      seen = told
      answers = repo !== null
    }
    observe?.().then(note, () => {})
  }
  return ({ msg, seq }) => {
    const before = signals.seen
    signals = foldSignals(signals, msg)
    for (const boundary of signals.seen.slice(before.length)) {
      audit.event(threadId, boundary, { event_seq: seq })
      if (boundary === 'commit' || (answers && boundary !== 'plan_update')) due = { seq }
    }
    if (msg.type === 'context_compacted') {
      // What was expected stands in the attribution, what came of it beside it.
      const attribution = decisions.attribution(msg.compaction_id)
      const saved_tokens = Math.max(0, msg.report.tokens_before - msg.report.tokens_after)
      const why = attribution === null ? {} : { attribution }
      audit.event(threadId, COMPACTION_COMPLETED, { event_seq: seq, ...msg.report, saved_tokens, ...why })
      if (answers) due = { seq }
    }
    if (msg.type === 'compact_failed')
      audit.event(threadId, 'compaction_failed', { event_seq: seq, reason: msg.reason, message: msg.error_message })
    if ((msg.type === 'turn_complete' || msg.type === 'turn_aborted') && due !== null) {
      lookAt(due.seq)
      due = null
    }
  }
}
