/**
 * Events as lines for a person who watches a command run. Answers go to standard output, everything about how they came
 * to be goes to standard error. Pure: the same events give the same lines.
 */
import { assertNever, type ContextUsage, type EventMsg } from '@rawr/protocol'
import { withoutControls } from './without-controls.ts'

export type Line = { readonly to: 'out' | 'err'; readonly text: string }

const err = (text: string): Line => ({ to: 'err', text: withoutControls(text) })

/** The lines of one thread's events, in the order of these; the end of a turn does not tell the fault before it again. */
export const lineReader = (folder: string): ((msg: EventMsg) => Line | null) => {
  let fault: string | null = null
  return (msg) => {
    if (msg.type === 'turn_started') fault = null
    if (msg.type === 'error') fault = msg.message
    const isTold = msg.type === 'turn_aborted' && msg.message === fault
    return lineOf(isTold ? { ...msg, message: undefined } : msg, folder)
  }
}

/** What to print for an event of a thread that works in `folder`; `null` for the many that are not worth a line. */
const lineOf = (msg: EventMsg, folder: string): Line | null => {
  if (isAnswer(msg)) return null
  switch (msg.type) {
    case 'agent_message':
      return { to: 'out', text: withoutControls(msg.text) }
    case 'exec_command_end':
      return err(
        `  ${mark(msg.exit_code === 0)} ${oneLine(msg.command.at(-1) ?? '')} · ${exitText(msg)} · ${seconds(msg.duration_ms)}`,
      )
    case 'tool_call_begin':
      return err(`  · ${msg.tool} ${oneLine(msg.summary)}`)
    case 'tool_call_end':
      return msg.success ? null : err(`  ✘ ${msg.tool} failed`)
    case 'patch_apply_end':
      return err(`  ${mark(msg.success)} patch ${msg.paths.map((path) => within(folder, path)).join(', ')}`)
    case 'plan_update':
      return err(`  plan: ${msg.plan.filter((step) => step.status === 'completed').length} of ${msg.plan.length} done`)
    case 'compaction_heads_up':
    case 'context_compacted':
    case 'warning':
      return err(msg.message)
    case 'compact_failed':
      return err(`Compaction failed (${msg.reason}); the history is as it was.${sentence(msg.error_message)}`)
    case 'stream_error':
      return err(`${closed(msg.message)} Trying again in ${seconds(msg.retry_in_ms)} (${msg.attempt}).`)
    case 'error':
      return err(msg.message)
    case 'turn_aborted':
      return err(`The turn ended early: ${msg.reason}.${sentence(msg.message)}`)
    // Streams, gauges and bookkeeping: what they tell is told by a line above or by the command itself.
    case 'session_configured':
    case 'turn_started':
    case 'turn_complete':
    case 'user_message':
    case 'agent_message_delta':
    case 'agent_reasoning':
    case 'agent_reasoning_delta':
    case 'item_snapshot':
    case 'exec_command_begin':
    case 'exec_command_output_delta':
    case 'patch_apply_begin':
    case 'exec_approval_request':
    case 'apply_patch_approval_request':
    case 'turn_diff':
    case 'entered_review_mode':
    case 'exited_review_mode':
    case 'approval_resolved':
    case 'token_count':
    case 'queue_changed':
    case 'input_held':
    case 'input_released':
    case 'compaction_planned':
    case 'compaction_started':
    case 'compaction_progress':
    case 'compact_completed':
    case 'micro_compact_completed':
    case 'compact_threshold_exceeded':
    case 'compaction_undone':
    case 'compaction_redone':
    case 'decision_recorded':
    case 'presence':
    case 'thread_changed':
    case 'thread_rolled_back':
    case 'pins_changed':
    case 'shutdown_complete':
      return null
    default:
      return assertNever(msg)
  }
}

/** Answers go to whoever asked. */
const isAnswer = (msg: EventMsg): msg is Extract<EventMsg, { type: `${string}_result` }> => msg.type.endsWith('_result')

/** How full the context is, in one line; `~` marks an estimate. */
export const usageText = (usage: ContextUsage): string => {
  const tilde = usage.source === 'divisors' ? '~' : ''
  return `${tilde}${thousands(usage.used_tokens)} of ${thousands(usage.window_tokens)} · ${usage.percent_remaining} % left`
}

/** '42k' for 41,900; below a thousand the number itself. */
export const thousands = (tokens: number): string =>
  tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)}k`

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const within = (folder: string, path: string): string =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path

const mark = (good: boolean): string => (good ? '✔' : '✘')

const sentence = (text: string | undefined): string => (text === undefined ? '' : ` ${text}`)

/** Words of a server, which often end without a full stop, with a sentence of ours behind them. */
const closed = (text: string): string => (/[.!?…)]$/.test(text) ? text : `${text}.`)

const exitText = (end: { exit_code: number | null; timed_out: boolean }): string => {
  if (end.timed_out) return 'timed out'
  return end.exit_code === null ? 'stopped' : `exit ${end.exit_code}`
}

const LINE_CHARACTERS_MAX = 100

const oneLine = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  return flat.length <= LINE_CHARACTERS_MAX ? flat : `${[...flat].slice(0, LINE_CHARACTERS_MAX - 1).join('')}…`
}
