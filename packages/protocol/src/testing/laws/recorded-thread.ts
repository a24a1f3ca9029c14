/** All that can be recorded of one thread and judged afterwards. Only `lines` is needed: what is absent is not judged. */
import type { Decision, DecisionInputs } from '../../decision-record.ts'
import type { Accepted, Event, Rejected } from '../../frame.ts'
import type { HistoryItem } from '../../history-item.ts'
import type { ItemId } from '../../ids.ts'
import type { Op } from '../../op.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { RequestBody } from './request-view.ts'

/** At rest: nothing runs, so no turn and no call may be open. */
export type LogState = 'running' | 'at_rest'

/** A sampling request: as bytes or JSON on the wire, as items before an adapter writes it, or both. */
export type SentRequest = {
  /** How many lines the log had when it was sent: what was true then is read from them. */
  readonly after: number
  readonly body?: RequestBody | undefined
  readonly items?: readonly HistoryItem[] | undefined
  /** A judgment or a summary: no part of the turn, so it carries no live request. */
  readonly isBeside?: boolean | undefined
}

/** What the running session showed as its model-visible history at a moment. */
export type ViewSnapshot = { readonly after: number; readonly items: readonly HistoryItem[] }

/** What a client asked and was told. */
export type Answered = { readonly op: Op; readonly reply: Accepted | Rejected }

export type RecordedThread = {
  /** The whole log, in order. */
  readonly lines: readonly RolloutLine[]
  /** Absent: `at_rest`. */
  readonly state?: LogState | undefined
  readonly requests?: readonly SentRequest[] | undefined
  readonly snapshots?: readonly ViewSnapshot[] | undefined
  /** The events one client got, in the order it got them, all its connections together. */
  readonly events?: readonly Event[] | undefined
  readonly answers?: readonly Answered[] | undefined
  /** The log as it was read at earlier times, before a restart or a kill. */
  readonly earlier?: readonly (readonly RolloutLine[])[] | undefined
  /** The policy, for the replay of recorded decisions. */
  readonly decide?: ((inputs: DecisionInputs) => Decision) | undefined
  /** Whether `recall <id>` finds the original. */
  readonly recall?: ((id: ItemId) => boolean) | undefined
  /** The tags between which data travels in the user's role; absent: what is fenced is not judged. */
  readonly fenceTags?: readonly string[] | undefined
  /** The provider's limit on a body, bytes. */
  readonly bytesMax?: number | undefined
  /** Project instructions as they are on disk; absent: the newest text of each path in the log. */
  readonly instructions?: ((after: number) => readonly string[]) | undefined
}
