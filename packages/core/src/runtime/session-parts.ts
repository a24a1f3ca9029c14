/** What the drivers of a session share: the record, the outbox, the gauge, and the one mailbox they post to. */
import { visibleItems } from '@rawr/compaction'
import { systemPrompt } from '@rawr/prompts'
import type { SubmissionId } from '@rawr/protocol'
import { type CompactionGuard, hasRearmed, isBreakerOpen } from '../engine/compaction-guard.ts'
import { type Fit, fitOf, type Gauge, usageOf } from '../engine/limits.ts'
import type { MidTurnEvent } from '../engine/mid-turn/state.ts'
import { openVault, type SecretVault } from '../engine/secrets/vault.ts'
import type { SessionInput } from '../engine/session/state.ts'
import type { TurnEvent } from '../engine/turn/state.ts'
import type { WarningQuestion } from '../engine/warnings.ts'
import type { ToolSpec } from '../ports/model-client.ts'
import { type BodyLimit, openBodyLimit } from './body-limit.ts'
import { type DecisionBook, openDecisionBook } from './decision-book.ts'
import { openGauge, ratesOf } from './gauge.ts'
import { offeredTools } from './offered-tools.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { openPrefixWatch, type PrefixWatch } from './prefix-watch.ts'
import { openRecord, type ThreadRecord } from './record.ts'
import type { SessionDeps } from './session-deps.ts'
import { embeddedPrompts, type ThreadPrompts } from './thread-prompts.ts'
import { openWarn } from './warn.ts'

export type SessionParts = Posts & {
  readonly deps: SessionDeps
  readonly secrets: SecretVault
  readonly record: ThreadRecord
  readonly outbox: Outbox
  readonly gauge: () => Gauge
  /** The static system prompt. */
  readonly instructions: string
  readonly specs: readonly ToolSpec[]
  readonly prompts: ThreadPrompts
  readonly decisions: DecisionBook
  /** Tells what the context should be warned of, after it changed. */
  readonly warn: (disbelieved: WarningQuestion['disbelieved'], submissionId: SubmissionId | null) => void
  readonly bodyLimit: BodyLimit
  readonly prefix: PrefixWatch
  /** Tells a warning that was not told in this session yet. */
  readonly noteOnce: (message: string, submissionId: SubmissionId | null) => void
  /** Keys a person approved for the session. */
  readonly approved: Set<string>
}

type Posts = {
  readonly fit: () => Fit
  readonly guard: () => CompactionGuard
  /** From here on automatic compaction waits for growth. */
  readonly disarm: () => void
  readonly postMidTurn: (event: MidTurnEvent) => void
  readonly postTurn: (event: TurnEvent) => void
  readonly postSession: (input: SessionInput) => void
  /** Something that must not fail did: the session ends, the daemon lives. */
  readonly broken: (error: unknown) => void
}

export const openParts = (deps: SessionDeps, posts: Posts): SessionParts => {
  const { log, lines, settings, logger } = deps
  const specs = offeredTools(deps)
  const instructions = systemPrompt({ toolNames: specs.map(({ name }) => name) })
  const secrets = deps.secrets ?? openVault(lines)
  const record = openRecord({ log, lines, rates: ratesOf(settings), secrets })
  const outbox = openOutbox({ record, lines, logger })
  const gauge = openGauge({ record, settings, instructions, specs })
  const tell = openWarn(outbox.emit)
  const { compact, features } = settings
  const warn: SessionParts['warn'] = (disbelieved, submissionId) =>
    tell({ gauge: gauge(), compact, featureOn: features.rawr_auto_compaction, disbelieved }, submissionId)
  const prompts = deps.prompts ?? embeddedPrompts()
  const decisions = openDecisionBook({ ...deps, secrets, outbox })
  const bodyLimit = openBodyLimit({ bytesMax: settings.provider.body_bytes_max, instructions, specs })
  const opened = {
    decisions,
    deps,
    prompts,
    secrets,
    record,
    outbox,
    gauge,
    instructions,
    specs,
    warn,
    bodyLimit,
    prefix: openPrefixWatch(logger),
    noteOnce: openNotes(outbox),
  }
  return { ...opened, approved: new Set(), ...posts }
}

const openNotes = (outbox: Outbox): SessionParts['noteOnce'] => {
  const told = new Set<string>()
  return (message, submissionId) => {
    if (told.has(message)) return
    told.add(message)
    outbox.emit({ type: 'warning', message }, submissionId)
  }
}

/** The gate of the next request, with the guard as it stands. */
export const fitNow = ({ deps, gauge, record, bodyLimit }: SessionParts, guard: CompactionGuard): Fit => {
  const now = gauge()
  const question = { usedTokens: usageOf(now).used_tokens, windowTokens: now.windowTokens }
  return fitOf({
    gauge: now,
    compact: deps.settings.compact,
    featureOn: deps.settings.features.rawr_auto_compaction,
    rearmed: hasRearmed(guard, question),
    breakerOpen: isBreakerOpen(guard, question),
    body: { bytes: bodyLimit.fit(visibleItems(record.history())).bytes, bytesMax: bodyLimit.bytesMax() },
  })
}
