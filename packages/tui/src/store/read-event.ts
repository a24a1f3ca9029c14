/** What each event of a core means for the screen: the only place where the wire becomes cells. */
import { assertNever, type EventMsg, type UnixMillis } from '@rawr/protocol'
import type { Cell, NoticeTone } from './cell.ts'
import { addDelta, addOutput, begin, drop, finish, finishAll, finishText, setText } from './live.ts'
import type { ScreenState } from './state.ts'

export type Arrived = { readonly msg: EventMsg; readonly at: UnixMillis }

export const readEvent = (state: ScreenState, { msg, at }: Arrived): ScreenState => {
  switch (msg.type) {
    case 'session_configured':
      return configured(state, msg)
    case 'turn_started':
      return { ...state, turn: { id: msg.turn_id, startedAt: at, isInterrupting: false } }
    case 'turn_complete':
      return turnEnded(state)
    case 'turn_aborted':
      return aborted(state, msg)
    case 'user_message':
      return userSpoke(state, msg)
    case 'agent_message':
      return { ...state, live: finishText(state.live, { kind: 'message', id: msg.item_id }, msg.text) }
    case 'agent_message_delta':
      return { ...state, live: addDelta(state.live, { ...msg, kind: 'message', id: msg.item_id }) }
    case 'agent_reasoning':
      return { ...state, live: finishText(state.live, { kind: 'thinking', id: msg.item_id }, msg.text) }
    case 'agent_reasoning_delta':
      return { ...state, live: addDelta(state.live, { ...msg, kind: 'thinking', id: msg.item_id }) }
    case 'item_snapshot':
      return snapshot(state, msg)
    case 'exec_command_begin':
    case 'exec_command_output_delta':
    case 'exec_command_end':
    case 'tool_call_begin':
    case 'tool_call_end':
    case 'patch_apply_begin':
    case 'patch_apply_end':
      return toolEvent(state, msg, at)
    case 'exec_approval_request':
    case 'approval_resolved':
      return approvalEvent(state, msg)
    case 'plan_update':
      return planned(state, msg)
    case 'token_count':
      return { ...state, usage: msg.usage }
    case 'queue_changed':
      return { ...state, queue: msg.queued.map(({ submission_id, text }) => ({ id: submission_id, text })) }
    case 'input_held':
      return { ...state, held: [...state.held, { id: msg.submission_id, text: msg.text }] }
    case 'input_released':
      return { ...state, held: state.held.filter((each) => !msg.submission_ids.includes(each.id)) }
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
      return compactionEvent(state, msg, at)
    case 'presence':
      return present(state, msg)
    case 'warning':
      return notice(state, 'warn', msg.message)
    case 'error':
      return notice(state, 'bad', msg.message)
    case 'stream_error':
      return notice(state, 'warn', `${msg.message} Trying again (${msg.attempt}).`)
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
    // Queries are answered to whoever asked, not to the screen.
    case 'thread_list_result':
    case 'thread_search_result':
    // Told by another event: the mark of `context_compacted`, and /why.
    case 'compact_completed':
    case 'decision_recorded':
      return state
    default:
      return assertNever(msg)
  }
}

type Msg<Type extends EventMsg['type']> = Extract<EventMsg, { type: Type }>

/** Behind everything that still runs, so that the order on the screen is the order in which things were told. */
export const addCell = (state: ScreenState, cell: Cell): ScreenState =>
  state.live.length === 0
    ? { ...state, outbox: [...state.outbox, cell] }
    : { ...state, live: [...state.live, { kind: 'done', id: '', cell }] }

export const notice = (state: ScreenState, tone: NoticeTone, text: string): ScreenState =>
  addCell(state, { kind: 'notice', tone, text })

/** The wire and the own watcher tell of the same sequence; one line is enough. */
export const noteHeadsUp = (state: ScreenState, text: string): ScreenState =>
  state.headsUp === text ? state : { ...notice(state, 'headsUp', text), headsUp: text }

const configured = (state: ScreenState, msg: Msg<'session_configured'>): ScreenState => {
  const { thread_id: id, cwd, model = null, settings, resumed } = msg
  const isKnown = state.thread?.id === id
  const next: ScreenState = { ...state, thread: { id, cwd, model, settings } }
  const panel =
    model === null && !isKnown ? ({ kind: 'setup', step: 'choose', selected: 0, text: '' } as const) : state.panel
  return isKnown ? next : { ...addCell(next, { kind: 'thread', model, cwd, threadId: id, resumed }), panel }
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
  return notice(turnEnded(state), isQuiet ? 'quiet' : 'bad', message === undefined ? text : `${text} ${message}`)
}

const userSpoke = (state: ScreenState, msg: Msg<'user_message'>): ScreenState => ({
  ...addCell(state, { kind: 'user', text: msg.text, origin: msg.origin }),
  sending: state.sending.filter(({ id }) => id !== msg.submission_id),
})

const snapshot = (state: ScreenState, { item_id: id, text }: Msg<'item_snapshot'>): ScreenState => {
  const isThinking = state.live.some((cell) => cell.kind === 'thinking' && cell.id === id)
  return { ...state, live: setText(state.live, { kind: isThinking ? 'thinking' : 'message', id }, text) }
}

type ToolMsg = Msg<
  | 'exec_command_begin'
  | 'exec_command_output_delta'
  | 'exec_command_end'
  | 'tool_call_begin'
  | 'tool_call_end'
  | 'patch_apply_begin'
  | 'patch_apply_end'
>

const toolEvent = (state: ScreenState, msg: ToolMsg, at: UnixMillis): ScreenState => {
  const { live } = state
  const id = msg.call_id
  switch (msg.type) {
    case 'exec_command_begin':
      return { ...state, live: begin(live, { id, what: { kind: 'exec', command: commandText(msg.command) }, at }) }
    case 'exec_command_output_delta':
      return { ...state, live: addOutput(live, id, msg.text) }
    case 'exec_command_end':
      return { ...state, live: finish(live, id, execCell(msg)) }
    case 'tool_call_begin':
      return { ...state, live: begin(live, { id, what: { kind: 'tool', tool: msg.tool, summary: msg.summary }, at }) }
    case 'tool_call_end':
      return { ...state, live: finish(live, id, toolCell(state, msg)) }
    case 'patch_apply_begin':
      return {
        ...state,
        live: begin(live, { id, what: { kind: 'patch', paths: msg.paths, patch: msg.patch ?? null }, at }),
      }
    case 'patch_apply_end':
      return { ...state, live: finish(live, id, patchCell(state, msg)) }
    default:
      return assertNever(msg)
  }
}

/** `bash -lc` in front is how a command is run, not what is run. */
const commandText = (command: readonly string[]): string => {
  const isShell = command.length === 3 && /^-\w*c$/.test(command[1] ?? '')
  return isShell ? (command[2] ?? '') : command.join(' ')
}

const execCell = (msg: Msg<'exec_command_end'>): Cell => ({
  kind: 'exec',
  command: commandText(msg.command),
  exitCode: msg.exit_code,
  timedOut: msg.timed_out,
  output: msg.output,
  durationMs: msg.duration_ms,
})

const toolCell = ({ live }: ScreenState, msg: Msg<'tool_call_end'>): Cell => {
  const begun = live.find((cell) => cell.kind === 'running' && cell.id === msg.call_id)
  const summary = begun?.kind === 'running' && begun.what.kind === 'tool' ? begun.what.summary : ''
  return { kind: 'tool', tool: msg.tool, summary, success: msg.success, durationMs: msg.duration_ms }
}

const patchCell = ({ live, thread }: ScreenState, msg: Msg<'patch_apply_end'>): Cell => {
  const begun = live.find((cell) => cell.kind === 'running' && cell.id === msg.call_id)
  const patch = begun?.kind === 'running' && begun.what.kind === 'patch' ? begun.what.patch : null
  const { paths, success, message } = msg
  return { kind: 'patch', paths, cwd: thread?.cwd ?? '', success, message, patch }
}

const approvalEvent = (state: ScreenState, msg: Msg<'exec_approval_request' | 'approval_resolved'>): ScreenState => {
  if (msg.type === 'exec_approval_request') {
    const { request_id: requestId, cwd, reason } = msg
    return { ...state, approvals: [...state.approvals, { requestId, command: commandText(msg.command), cwd, reason }] }
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

type CompactionMsg = Msg<
  | 'compaction_started'
  | 'compaction_progress'
  | 'context_compacted'
  | 'compact_failed'
  | 'compact_threshold_exceeded'
  | 'compaction_undone'
  | 'compaction_redone'
>

const compactionEvent = (state: ScreenState, msg: CompactionMsg, at: UnixMillis): ScreenState => {
  switch (msg.type) {
    case 'compaction_started': {
      const what = { kind: 'compaction', trigger: msg.trigger, step: null } as const
      return { ...state, live: begin(state.live, { id: msg.compaction_id, what, at }) }
    }
    case 'compaction_progress':
      return stepShown(state, msg)
    case 'context_compacted': {
      const number = state.marks.length + 1
      const cell: Cell = { kind: 'mark', number, report: msg.report, message: msg.message }
      const marks = [...state.marks, { number, report: msg.report }]
      return { ...state, marks, live: finish(state.live, msg.compaction_id, cell) }
    }
    case 'compact_failed': {
      const text = `Compaction failed (${msg.reason.replaceAll('_', ' ')}); the conversation is as it was.`
      const live = msg.compaction_id === undefined ? state.live : drop(state.live, msg.compaction_id)
      return notice({ ...state, live }, 'bad', msg.error_message === undefined ? text : `${text} ${msg.error_message}`)
    }
    case 'compact_threshold_exceeded': {
      const held = msg.held_by.map(({ what }) => what).join(', ')
      return notice(state, 'bad', `Compaction cannot make enough room. What holds it: ${held}.`)
    }
    case 'compaction_undone':
      return notice(
        state,
        'good',
        `Compaction undone: the originals are visible again (${msg.compaction_id}). /recompact takes it back.`,
      )
    case 'compaction_redone':
      return notice(state, 'good', `Compaction ${msg.compaction_id} counts again.`)
    default:
      return assertNever(msg)
  }
}

const stepShown = (state: ScreenState, msg: Msg<'compaction_progress'>): ScreenState => ({
  ...state,
  live: state.live.map((cell) =>
    cell.kind === 'running' && cell.id === msg.compaction_id && cell.what.kind === 'compaction'
      ? { ...cell, what: { ...cell.what, step: msg.step } }
      : cell,
  ),
})

const present = (state: ScreenState, { clients }: Msg<'presence'>): ScreenState => ({
  ...state,
  clients: clients.map(({ client_id, name, role }) => ({ clientId: client_id, name, isDriver: role === 'driver' })),
})
