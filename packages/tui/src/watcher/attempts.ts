/**
 * What earlier compactions of the thread came to, folded from its events: from where growth is counted, and whether the
 * breaker is open. A pure function of the log, so a client that attaches later knows the same.
 */
import { type Breaker, breakerAfter, type CompactionOutcome, emptyBreaker, rearmReference } from '@rawr/policy'
import type { CompactFailedReason, EventMsg, Tokens, Trigger } from '@rawr/protocol'

export type Attempts = {
  readonly breaker: Breaker
  /** `null`: nothing was attempted yet. */
  readonly rearmFrom: Tokens | null
  /** Between `compaction_started` and its end. */
  readonly running: { readonly trigger: Trigger; readonly before: Tokens } | null
}

export const noAttempts: Attempts = { breaker: emptyBreaker, rearmFrom: null, running: null }

/** A compaction that frees less than this share of what was there did not help. */
const FREED_SHARE_MIN = 0.1

const isManual = (trigger: Trigger): boolean => trigger === 'manual'

export const foldAttempts = (attempts: Attempts, event: EventMsg): Attempts => {
  if (event.type === 'compaction_started')
    return { ...attempts, running: { trigger: event.trigger, before: event.tokens_before } }
  if (event.type === 'context_compacted') return replaced(attempts, event.report)
  if (event.type === 'compact_failed') return failed(attempts, event.reason)
  // A veto counts as an attempt: nothing is asked again before something has grown.
  if (event.type === 'rawr_auto_compaction_judgment_result')
    return event.should_compact ? attempts : { ...attempts, rearmFrom: event.used_tokens }
  // The originals are back: count from there, or the next turn would compact them again.
  if (event.type === 'compaction_undone') return { ...attempts, rearmFrom: event.tokens_after }
  // A daemon that died in mid-compaction never said how it ended.
  return attempts.running !== null && ENDS.has(event.type) ? { ...attempts, running: null } : attempts
}

/** After these no compaction runs. */
const ENDS: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>([
  'turn_complete',
  'turn_aborted',
  'session_configured',
])

type Figures = Extract<EventMsg, { type: 'context_compacted' }>['report']

const replaced = (attempts: Attempts, { trigger, tokens_before, tokens_after }: Figures): Attempts => {
  const usedTokens = rearmReference({ before: tokens_before, after: tokens_after })
  const isFutile = tokens_before - tokens_after < tokens_before * FREED_SHARE_MIN
  const outcome: CompactionOutcome = isManual(trigger)
    ? { kind: 'manual' }
    : isFutile
      ? { kind: 'futile', usedTokens }
      : { kind: 'succeeded' }
  return { breaker: breakerAfter(attempts.breaker, outcome), rearmFrom: usedTokens, running: null }
}

const failed = (attempts: Attempts, reason: CompactFailedReason): Attempts => {
  const { running } = attempts
  if (running === null) return attempts
  const tried: Attempts = { ...attempts, rearmFrom: running.before, running: null }
  // What a person stopped, or what was never tried, says nothing about whether compacting helps.
  if (isManual(running.trigger) || reason === 'interrupted' || reason === 'breaker_open') return tried
  const kind = reason === 'no_gain' ? 'futile' : 'failed'
  return { ...tried, breaker: breakerAfter(attempts.breaker, { kind, usedTokens: running.before }) }
}
