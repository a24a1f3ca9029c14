/** Which events are written to the log. Only those carry `seq` and are replayed; the others are latest-wins status. */
import type { EventMsg } from './event-msg.ts'

const STATUS_EVENTS: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>([
  'agent_message_delta',
  'agent_reasoning_delta',
  'item_snapshot',
  'exec_command_output_delta',
  'compaction_planned',
  'compaction_progress',
  'presence',
  'thread_list_result',
  'thread_search_result',
  'history_list_result',
  'history_show_result',
  'model_list_result',
  'compaction_show_result',
  'context_breakdown_result',
  'explain_result',
  'recall_result',
])

export const isLogged = (msg: EventMsg): boolean => !STATUS_EVENTS.has(msg.type)

const TERMINAL_EVENTS: ReadonlySet<EventMsg['type']> = new Set<EventMsg['type']>(['turn_complete', 'turn_aborted'])

/** The event that ends a turn; nothing of that turn follows it. */
export const isTerminal = (msg: EventMsg): boolean => TERMINAL_EVENTS.has(msg.type)
