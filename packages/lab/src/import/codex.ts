/**
 * Codex rollouts of all generations: bare lines (until August 2025), enveloped lines, and those with resumes, world
 * states and a script tool. Only `response_item` lines are history; events say what was typed, what succeeded and how
 * full the window was.
 */
import type { ItemId } from '@rawr/protocol'
import { codexCompaction } from './codex-compaction.ts'
import { codexItem, messageText } from './codex-item.ts'
import { createCodexUsage } from './codex-usage.ts'
import { type Fields, isFields, numberAt, textAt, timeAt } from './fields.ts'
import { createUnknownCount, type Importer } from './importer.ts'
import { createItemLog, type Place } from './item-log.ts'
import { createToldOutcomes } from './told-outcomes.ts'
import { outcomeOfExit } from './tool-outcome.ts'

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
  const outcomes = createToldOutcomes(log)
  const unknown = createUnknownCount()
  let cwd: string | undefined
  let at = 0
  let lastTyped: { readonly id: ItemId; readonly text: string } | null = null

  const takeItem = (payload: Fields, place: Place): void => {
    const item = codexItem(payload)
    if (item === null) return
    if (!KNOWN_ITEMS.has(payload.type)) unknown.add(payload.type)
    const id = log.append(item.draft, item.origin, place)
    if (id === null) return
    if (item.draft.type === 'message' && item.draft.role === 'user') lastTyped = { id, text: messageText(payload) }
    const callId = textAt(payload, 'call_id')
    if (item.origin === 'tool' && callId !== undefined) outcomes.result(callId, id)
  }

  const takeEvent = (payload: Fields): void => {
    switch (payload.type) {
      case 'user_message':
        if (lastTyped?.text === (textAt(payload, 'message') ?? '').trim() && isTyped(textAt(payload, 'kind')))
          log.setOrigin(lastTyped.id, 'user')
        return
      case 'task_started':
        usage.takeWindow(payload)
        return
      case 'token_count':
        if (isFields(payload.info)) usage.take(payload.info)
        return
      case 'turn.completed':
        if (isFields(payload.usage)) usage.take({ last_token_usage: payload.usage, total_token_usage: payload })
        return
      case 'exec_command_end':
        outcomes.tell(textAt(payload, 'call_id'), outcomeOfExit(numberAt(payload, 'exit_code')))
        return
      case 'patch_apply_end':
        if (typeof payload.success === 'boolean')
          outcomes.tell(textAt(payload, 'call_id'), { success: payload.success })
        return
      default:
        return
    }
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
        takeEvent(payload)
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
    finish: () => ({ ...log.built(), contextWindow: usage.contextWindow(), cwd, unknown: unknown.all() }),
  }
}

/** Other kinds mark what the program injected in the user's name. */
const isTyped = (kind: string | undefined): boolean => kind === undefined || kind === 'plain'
