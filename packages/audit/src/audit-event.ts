/** Something that happened to a thread beside the decisions: a commit, a finished compaction. */
import { ThreadId, type UnixMillis } from '@rawr/protocol'

export type AuditEvent = {
  readonly at: UnixMillis
  /** Position in this thread's events since the daemon loaded it, from 1. */
  readonly seq: number
  readonly thread_id: ThreadId
  readonly name: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** The event whose fields `state.json` keeps as the last compaction. */
export const COMPACTION_COMPLETED = 'compaction_completed'

/** `null` where it is none. */
export const readAuditEvent = (value: unknown): AuditEvent | null => {
  if (!isObject(value)) return null
  const { at, seq, thread_id, name, fields } = value
  const thread = ThreadId.safeParse(thread_id)
  if (typeof at !== 'number' || typeof seq !== 'number' || typeof name !== 'string' || !thread.success) return null
  return isObject(fields) ? { at, seq, thread_id: thread.data, name, fields } : null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
