/**
 * Codex rollouts of all generations: bare lines (until August 2025), enveloped lines, and those with resumes, world
 * states and a script tool. Only `response_item` lines are history; events say what was typed, what succeeded and how
 * full the window was.
 */
import { codexCompaction } from './codex-compaction.ts'
import { createCodexEvents } from './codex-events.ts'
import { codexItem, messageText } from './codex-item.ts'
import { createCodexUsage } from './codex-usage.ts'
import { type Fields, isFields, textAt, timeAt } from './fields.ts'
import { createUnknownCount, type Importer } from './importer.ts'
import { createItemLog, type Place } from './item-log.ts'
import { charsToShorten, createTextLimit } from './text-limit.ts'

const KNOWN_ITEMS: ReadonlySet<unknown> = new Set([
  'message',
  'agent_message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'tool_search_output',
  'ghost_snapshot',
  'compaction',
])

export const createCodexImporter = (): Importer => {
  const log = createItemLog()
  const usage = createCodexUsage(log)
  const events = createCodexEvents(log, usage)
  const unknown = createUnknownCount()
  const limit = createTextLimit()
  let cwd: string | undefined
  let at = 0

  const takeItem = (payload: Fields, place: Place): void => {
    const item = codexItem(payload)
    if (item === null) return
    if (!KNOWN_ITEMS.has(payload.type)) unknown.add(payload.type)
    const id = log.append(item.draft, item.origin, place)
    if (id === null) return
    const chars = charsToShorten(item.draft)
    if (chars > 0) limit.hold(chars, () => log.shorten(id))
    if (item.draft.type === 'message' && item.draft.role === 'user') events.message(id, messageText(payload))
    const callId = textAt(payload, 'call_id')
    if (item.origin === 'tool' && callId !== undefined) events.result(callId, id)
  }

  const takeEnvelope = (type: unknown, payload: Fields, place: Place): void => {
    switch (type) {
      case 'session_meta':
      case 'turn_context':
        cwd ??= textAt(payload, 'cwd')
        return
      case 'response_item':
        takeItem(payload, place)
        return
      case 'event_msg':
        events.take(payload)
        return
      case 'compacted':
        log.compact(codexCompaction({ payload, log, place, tokensBefore: usage.contextTokens() }), place)
        return
      case 'world_state':
      case 'inter_agent_communication_metadata':
        return
      default:
        unknown.add(type)
    }
  }

  return {
    take: (record, line) => {
      at = timeAt(record, 'timestamp', at)
      const { payload, type } = record
      if (isFields(payload)) takeEnvelope(type, payload, { line, at })
      else if (KNOWN_ITEMS.has(type)) takeItem(record, { line, at })
      else if (!('record_type' in record) && !('instructions' in record)) unknown.add(type)
    },
    finish: () => ({
      ...log.built(),
      contextWindow: usage.contextWindow(),
      cwd,
      unknown: unknown.all(),
      shortened: limit.shortened(),
    }),
  }
}
