/** What each event of a core means for the screen: the only place where the wire becomes cells. */
import { assertNever, type EventMsg, type Tokens, type UnixMillis } from '@rawr/protocol'
import { addCell, noteHeadsUp, notice } from './add-cell.ts'
import { pathsText, tokensText } from './figures.ts'
import { addDelta, finishAll, finishText, setText } from './live.ts'
import { readCompaction } from './read-compaction.ts'
import { commandText, readTool } from './read-tool.ts'
import type { ScreenState } from './state.ts'

export type Arrived = { readonly msg: EventMsg; readonly at: UnixMillis }

export const readEvent = (state: ScreenState, { msg, at }: Arrived): ScreenState => {
  if (isUnshown(msg)) return state
  switch (msg.type) {
    case 'session_configured':
      return configured(state, msg)
    case 'turn_started':
      return { ...state, fault: null, turn: { id: msg.turn_id, startedAt: at, isInterrupting: false } }
    case 'turn_complete':
      return turnEnded(state)
    case 'turn_aborted':
      return aborted(state, msg)
    case 'user_message':
      return userSpoke(state, msg)
    case 'agent_message':
    case 'agent_message_delta':
    case 'agent_reasoning':
    case 'agent_reasoning_delta':
    case 'item_snapshot':
      return { ...state, live: textEvent(state, msg) }
    case 'exec_command_begin':
    case 'exec_command_output_delta':
    case 'exec_command_end':
    case 'tool_call_begin':
    case 'tool_call_end':
    case 'patch_apply_begin':
    case 'patch_apply_end':
      return readTool(state, msg, at)
    case 'exec_approval_request':
    case 'apply_patch_approval_request':
    case 'approval_resolved':
      return approvalEvent(state, msg)
    case 'plan_update':
      return planned(state, msg)
    case 'token_count':
      return { ...state, usage: msg.usage }
    case 'queue_changed':
    case 'input_held':
    case 'input_released':
      return waitingEvent(state, msg)
    case 'compaction_heads_up':
      return noteHeadsUp(state, msg.message)
    case 'compaction_planned':
      return planShown(state, msg)
    case 'compaction_started':
    case 'compaction_progress':
    case 'context_compacted':
    case 'compact_failed':
    case 'compact_threshold_exceeded':
    case 'compaction_undone':
    case 'compaction_redone':
      return readCompaction(state, msg, at)
    case 'presence':
      return present(state, msg)
    case 'warning':
    case 'error':
    case 'stream_error':
    case 'shutdown_complete':
    case 'thread_changed':
    case 'thread_rolled_back':
    case 'pins_changed':
      return toldEvent(state, msg)
    // Told by another event: the mark of `context_compacted`, and /why.
    case 'compact_completed':
    case 'micro_compact_completed':
    case 'decision_recorded':
    case 'rawr_auto_compaction_judgment_result':
      return state
    default:
      return assertNever(msg)
  }
}

type Msg<Type extends EventMsg['type']> = Extract<EventMsg, { type: Type }>

const configured = (state: ScreenState, msg: Msg<'session_configured'>): ScreenState => {
  const { thread_id: id, cwd, model = null, settings, resumed } = msg
  const isKnown = state.thread?.id === id
  const next: ScreenState = { ...state, thread: { id, cwd, model, settings } }
  const panel =
    model === null && !isKnown ? ({ kind: 'setup', step: 'choose', selected: 0, text: '' } as const) : state.panel
  if (isKnown && model !== null && model !== state.thread?.model)
    return notice(next, 'quiet', `The model is ${model} from the next turn on.`)
  return isKnown
    ? next
    : { ...addCell(next, { kind: 'thread', model, cwd, threadId: id, resumed: resumed || state.isResumed }), panel }
}

const threadChanged = (state: ScreenState, { name, archived, forked_from }: Msg<'thread_changed'>): ScreenState => {
  const changes = [
    ...(name === undefined ? [] : [name === '' ? 'has no name any more' : `is now called "${name}"`]),
    ...(archived === undefined ? [] : [archived ? 'is archived' : 'is not archived any more']),
    ...(forked_from === undefined ? [] : [`is a fork of ${forked_from}`]),
  ]
  return changes.length === 0 ? state : notice(state, 'quiet', `The thread ${changes.join(', ')}.`)
}

const turnEnded = (state: ScreenState): ScreenState => ({
  ...state,
  turn: null,
  live: finishAll(state.live),
  approvals: [],
  headsUp: null,
})

const ABORTS: Partial<Record<Msg<'turn_aborted'>['reason'], string>> = {
  interrupted: 'Interrupted.',
  daemon_restarted: 'The daemon was restarted while this turn ran. Say "go on" to continue it.',
  context_exhausted: 'The conversation does not fit the window any more: /compact, /uncompact or /new.',
}

const aborted = (state: ScreenState, { reason, message }: Msg<'turn_aborted'>): ScreenState => {
  const text = ABORTS[reason] ?? `The turn ended early (${reason.replaceAll('_', ' ')}).`
  const isQuiet = reason === 'interrupted'
  const isKnown = message === undefined || message === state.fault
  return notice(turnEnded(state), isQuiet ? 'quiet' : 'bad', isKnown ? text : `${text} ${message}`)
}

const userSpoke = (state: ScreenState, msg: Msg<'user_message'>): ScreenState => ({
  ...addCell(state, { kind: 'user', text: msg.text, origin: msg.origin }),
  sending: state.sending.filter(({ id }) => id !== msg.submission_id),
})

type TextMsg = Msg<
  'agent_message' | 'agent_message_delta' | 'agent_reasoning' | 'agent_reasoning_delta' | 'item_snapshot'
>

const textEvent = ({ live }: ScreenState, msg: TextMsg): ScreenState['live'] => {
  const id = msg.item_id
  switch (msg.type) {
    case 'agent_message':
      return finishText(live, { kind: 'message', id }, msg.text)
    case 'agent_message_delta':
      return addDelta(live, { ...msg, kind: 'message', id })
    case 'agent_reasoning':
      return finishText(live, { kind: 'thinking', id }, msg.text)
    case 'agent_reasoning_delta':
      return addDelta(live, { ...msg, kind: 'thinking', id })
    case 'item_snapshot': {
      const isThinking = live.some((cell) => cell.kind === 'thinking' && cell.id === id)
      return setText(live, { kind: isThinking ? 'thinking' : 'message', id }, msg.text)
    }
    default:
      return assertNever(msg)
  }
}

type WaitingMsg = Msg<'queue_changed' | 'input_held' | 'input_released'>

const waitingEvent = (state: ScreenState, msg: WaitingMsg): ScreenState => {
  switch (msg.type) {
    case 'queue_changed':
      return { ...state, queue: msg.queued.map(({ submission_id, text }) => ({ id: submission_id, text })) }
    case 'input_held':
      return { ...state, held: [...state.held, { id: msg.submission_id, text: msg.text }] }
    case 'input_released':
      return { ...state, held: state.held.filter((each) => !msg.submission_ids.includes(each.id)) }
    default:
      return assertNever(msg)
  }
}

type ToldMsg = Msg<
  'warning' | 'error' | 'stream_error' | 'shutdown_complete' | 'thread_changed' | 'thread_rolled_back' | 'pins_changed'
>

const toldEvent = (state: ScreenState, msg: ToldMsg): ScreenState => {
  switch (msg.type) {
    case 'warning':
      return notice(state, 'warn', msg.message)
    case 'error':
      return { ...notice(state, 'bad', msg.message), fault: msg.message }
    case 'stream_error':
      return notice(
        state,
        'warn',
        `${msg.message} Trying again in ${(msg.retry_in_ms / 1_000).toFixed(1)} s (${msg.attempt}).`,
      )
    case 'shutdown_complete':
      return notice(state, 'quiet', 'The daemon was asked to stop.')
    case 'thread_changed':
      return threadChanged(state, msg)
    case 'thread_rolled_back':
      return notice(
        state,
        'quiet',
        `The last ${msg.turns === 1 ? 'turn does' : `${msg.turns} turns do`} not count any more.`,
      )
    case 'pins_changed':
      return notice({ ...state, pins: msg.pins }, msg.tokens > msg.room_tokens ? 'warn' : 'quiet', pinsText(msg))
    default:
      return assertNever(msg)
  }
}

const pinsText = ({ pins, tokens, room_tokens }: Msg<'pins_changed'>): string => {
  const count = pins.length === 1 ? '1 pin holds' : `${pins.length} pins hold`
  const shown = (each: Tokens): string => tokensText(each, 'divisors')
  const over = tokens > room_tokens ? ' Compactions are refused until something is unpinned.' : ''
  return pins.length === 0 ? 'Nothing is pinned.' : `${count} ${shown(tokens)} of ${shown(room_tokens)} tokens.${over}`
}

type Unshown =
  | 'thread_list_result'
  | 'thread_search_result'
  | 'model_list_result'
  | 'compaction_show_result'
  | 'history_list_result'
  | 'history_show_result'
  | 'context_breakdown_result'
  | 'explain_result'
  | 'recall_result'
  | 'turn_diff'
  | 'entered_review_mode'
  | 'exited_review_mode'

const UNSHOWN: ReadonlySet<string> = new Set<Unshown>([
  'thread_list_result',
  'thread_search_result',
  'model_list_result',
  'compaction_show_result',
  'history_list_result',
  'history_show_result',
  'context_breakdown_result',
  'explain_result',
  'recall_result',
  'turn_diff',
  'entered_review_mode',
  'exited_review_mode',
])

/** Answers go to whoever asked; a patch is shown as it is applied, a review by its prompt and the last message. */
const isUnshown = (msg: EventMsg): msg is Msg<Unshown> => UNSHOWN.has(msg.type)

type ApprovalMsg = Msg<'exec_approval_request' | 'apply_patch_approval_request' | 'approval_resolved'>

const approvalEvent = (state: ScreenState, msg: ApprovalMsg): ScreenState => {
  if (msg.type !== 'approval_resolved') {
    const { request_id: requestId, reason } = msg
    const asked =
      msg.type === 'exec_approval_request'
        ? ({ kind: 'command', command: commandText(msg.command), patch: null } as const)
        : ({
            kind: 'edit',
            command: `edit ${pathsText(msg.paths, state.thread?.cwd ?? '')}`,
            patch: msg.patch ?? null,
          } as const)
    return { ...state, approvals: [...state.approvals, { requestId, ...asked, reason, shownAt: null }] }
  }
  const asked = state.approvals.find(({ requestId }) => requestId === msg.request_id)
  if (asked === undefined) return state
  const approvals = state.approvals.filter((each) => each !== asked)
  return addCell({ ...state, approvals }, { kind: 'approval', command: asked.command, decision: msg.decision })
}

const planned = (state: ScreenState, { plan, explanation }: Msg<'plan_update'>): ScreenState =>
  addCell({ ...state, plan }, { kind: 'plan', steps: plan, explanation: explanation ?? null })

const planShown = (
  state: ScreenState,
  { plan_id: planId, report, preview }: Msg<'compaction_planned'>,
): ScreenState => ({
  ...state,
  panel: { kind: 'plan', planId, report, preview, offset: 0 },
})

const present = (state: ScreenState, { clients }: Msg<'presence'>): ScreenState => ({
  ...state,
  clients: clients.map(({ client_id, name, role }) => ({ clientId: client_id, name, isDriver: role === 'driver' })),
})
