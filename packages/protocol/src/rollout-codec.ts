/**
 * Log lines to text and back. On disk the first four line types have Codex's shape and tags (`task_started`,
 * `task_complete`, `message` for texts), so that programs made for Codex's files read ours; in memory they have ours.
 */
import { HistoryItem, type UnknownItem } from './history-item.ts'
import { err, ok, type Result } from './result.ts'
import { RolloutLine } from './rollout-item.ts'

export type LineError = { readonly reason: string }

type Fields = Record<string, unknown>

const TAG_ON_DISK: Fields = { turn_started: 'task_started', turn_complete: 'task_complete' }
const TAG_IN_MEMORY: Fields = { task_started: 'turn_started', task_complete: 'turn_complete' }
/** An event that speaks of a submission keeps it apart from the submission that it answers. */
const OWN_SUBMISSION = 'of_submission_id'
const CALLS_TEXT_MESSAGE: ReadonlySet<unknown> = new Set(['user_message', 'agent_message'])
const ITEM_TYPES: ReadonlySet<unknown> = new Set(HistoryItem.options.map((option) => option.shape.type.value))

/** One line without its newline. */
export const encodeRolloutLine = (line: RolloutLine): string =>
  JSON.stringify({ ...line, payload: payloadOnDisk(line) })

export const decodeRolloutLine = (text: string): Result<RolloutLine, LineError> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return err({ reason: `not JSON: ${(cause as Error).message}` })
  }
  if (!isFields(json) || !isFields(json['payload'])) return err({ reason: 'not a log line: no payload' })
  const line = RolloutLine.safeParse({ ...json, payload: payloadInMemory(json['type'], json['payload']) })
  if (line.success) return ok(line.data)
  const issue = line.error.issues[0]
  return err({ reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` })
}

const payloadOnDisk = (line: RolloutLine): unknown => {
  if (line.type === 'response_item') return itemOnDisk(line.payload)
  if (line.type !== 'event_msg') return line.payload
  const { msg, seq, submission_id } = line.payload
  const { text, ...fields }: Fields = msg
  const named: Fields = CALLS_TEXT_MESSAGE.has(msg.type) ? { ...fields, message: text } : msg
  const counted: Fields = msg.type === 'token_count' ? { ...named, info: usageOnDisk(msg) } : named
  const own: Fields = 'submission_id' in msg ? { [OWN_SUBMISSION]: msg.submission_id } : {}
  return { ...counted, ...own, type: TAG_ON_DISK[msg.type] ?? msg.type, seq, submission_id }
}

const usageOnDisk = (msg: { usage: { window_tokens: number }; last?: unknown; total: unknown }): Fields => ({
  total_token_usage: msg.total,
  last_token_usage: msg.last ?? null,
  model_context_window: msg.usage.window_tokens,
})

const itemOnDisk = (item: HistoryItem): unknown =>
  item.type === 'unknown' && isFields(item.value) ? { ...item.value, meta: item.meta } : item

const payloadInMemory = (type: unknown, payload: Fields): unknown => {
  if (type === 'response_item') return itemInMemory(payload)
  if (type !== 'event_msg') return payload
  const { seq, submission_id, type: tag, info: _info, [OWN_SUBMISSION]: own, ...others } = payload
  const fields: Fields = own === undefined ? others : { ...others, submission_id: own }
  const { message, ...rest } = fields
  const named = CALLS_TEXT_MESSAGE.has(tag) ? { ...rest, text: message } : fields
  return { seq, submission_id, msg: { ...named, type: TAG_IN_MEMORY[String(tag)] ?? tag } }
}

const itemInMemory = (payload: Fields): unknown => {
  if (ITEM_TYPES.has(payload['type'])) return payload
  const { meta, ...value } = payload
  return { type: 'unknown', value, meta } satisfies { [Key in keyof UnknownItem]: unknown }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
