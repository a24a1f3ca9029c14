/**
 * A line of the log before it is written: every text of it is masked but the user's own words, the project's instructions,
 * pins, and what a provider signed. The one place that everything passes on its way into the history. Pure.
 */
import type { EventMsg, HistoryItem, Origin, QueueChange, RolloutItem, ViewEntry } from '@rawr/protocol'
import type { SecretVault } from './vault.ts'

type Mask = Pick<SecretVault, 'mask'>

/** Theirs to say, and kept byte for byte (L5). */
const UNTOUCHED: ReadonlySet<Origin> = new Set<Origin>(['user', 'context', 'pin'])

/** Bytes for the provider (L4), names and ids: replacing something in them would break what they refer to. */
const UNTOUCHED_FIELDS: ReadonlySet<string> = new Set([
  'meta',
  'encrypted_content',
  'image_url',
  'call_id',
  'id',
  'type',
  'turn_id',
  'item_id',
  'request_id',
  'submission_id',
  'compaction_id',
  'value',
  'ghost_commit',
])

export const maskLine = (secrets: Mask, line: RolloutItem): RolloutItem => {
  switch (line.type) {
    case 'response_item':
      return { type: 'response_item', payload: maskItem(secrets, line.payload) }
    case 'event_msg':
      return { type: 'event_msg', payload: { ...line.payload, msg: maskEvent(secrets, line.payload.msg) } }
    case 'compacted': {
      const { view, message } = line.payload
      const entries = view.entries.map((entry) => maskEntry(secrets, entry))
      return { ...line, payload: { ...line.payload, message: secrets.mask(message), view: { ...view, entries } } }
    }
    case 'queue':
      return isWordsOfUser(line.payload) ? line : maskDeep(secrets, line)
    case 'session_meta':
    case 'turn_context':
    case 'undo':
    case 'redo':
    case 'rollback':
    case 'pins':
    case 'thread':
      return line
  }
}

/** Said by them, or said anew: only the user's own messages are edited in the queue. */
const isWordsOfUser = (change: QueueChange): boolean =>
  change.change === 'replaced' || (change.change === 'added' && change.input.origin === 'user')

/** As it is told: what the user said is told as they said it. */
export const maskEvent = (secrets: Mask, msg: EventMsg): EventMsg =>
  msg.type === 'user_message' || msg.type === 'session_configured' ? msg : maskDeep(secrets, msg)

const maskItem = (secrets: Mask, item: HistoryItem): HistoryItem =>
  UNTOUCHED.has(item.meta.origin) ? item : maskDeep(secrets, item)

const maskEntry = (secrets: Mask, entry: ViewEntry): ViewEntry =>
  entry.kind === 'insert' ? { ...entry, item: maskItem(secrets, entry.item) } : entry

/** Same shape, other texts; a value without a secret is the same object. */
export const maskDeep = <Value>(secrets: Mask, value: Value): Value => {
  const masked = maskUnknown(secrets, value)
  // Only texts were replaced by texts.
  return masked as Value
}

const maskUnknown = (secrets: Mask, value: unknown): unknown => {
  if (typeof value === 'string') return secrets.mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const masked = value.map((element: unknown) => maskUnknown(secrets, element))
    return masked.every((element, index) => element === value[index]) ? value : masked
  }
  const entries = Object.entries(value)
  const masked = entries.map(([key, field]) => [key, UNTOUCHED_FIELDS.has(key) ? field : maskUnknown(secrets, field)])
  return masked.every(([, field], index) => field === entries[index]?.[1]) ? value : Object.fromEntries(masked)
}
