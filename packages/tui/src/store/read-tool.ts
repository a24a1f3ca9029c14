/** Commands, patches and other tools: a cell that runs, and the finished one in its place. */
import { assertNever, type EventMsg, type UnixMillis } from '@rawr/protocol'
import type { Cell } from './cell.ts'
import { addOutput, begin, finish } from './live.ts'
import type { ScreenState } from './state.ts'

type Msg<Type extends EventMsg['type']> = Extract<EventMsg, { type: Type }>

export type ToolMsg = Msg<
  | 'exec_command_begin'
  | 'exec_command_output_delta'
  | 'exec_command_end'
  | 'tool_call_begin'
  | 'tool_call_end'
  | 'patch_apply_begin'
  | 'patch_apply_end'
>

export const readTool = (state: ScreenState, msg: ToolMsg, at: UnixMillis): ScreenState => {
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
export const commandText = (command: readonly string[]): string => {
  const isShell = command.length === 3 && /^-\w*c$/.test(command[1] ?? '')
  return isShell ? (command[2] ?? '') : command.join(' ')
}

const execCell = (msg: Msg<'exec_command_end'>): Cell => ({
  kind: 'exec',
  command: commandText(msg.command),
  exitCode: msg.exit_code,
  timedOut: msg.timed_out,
  goesOnAs: msg.goes_on_as ?? null,
  output: msg.output,
  durationMs: msg.duration_ms,
})

const toolCell = ({ live }: ScreenState, msg: Msg<'tool_call_end'>): Cell => {
  const begun = live.find((cell) => cell.kind === 'running' && cell.id === msg.call_id)
  const summary = begun?.kind === 'running' && begun.what.kind === 'tool' ? begun.what.summary : ''
  const { tool, success, duration_ms: durationMs, outcome = null } = msg
  return { kind: 'tool', tool, summary, success, outcome, durationMs }
}

const patchCell = ({ live, thread }: ScreenState, msg: Msg<'patch_apply_end'>): Cell => {
  const begun = live.find((cell) => cell.kind === 'running' && cell.id === msg.call_id)
  const patch = begun?.kind === 'running' && begun.what.kind === 'patch' ? begun.what.patch : null
  const { paths, success, message } = msg
  return { kind: 'patch', paths, cwd: thread?.cwd ?? '', success, message, patch }
}
