/** A screen that lives without a terminal: events and keys go in, rows and effects come out; for tests. */
import { contextUsage } from '@rawr/policy'
import {
  CallId,
  ClientId,
  CompactionId,
  type CompactionReport,
  DEFAULT_SETTINGS,
  type EventMsg,
  ItemId,
  PlanId,
  RequestId,
  SequenceId,
  type Settings,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { EMPTY_EDITOR } from '../composer/editor.ts'
import { endOfWait, NO_KEYS, readKeys } from '../composer/keys.ts'
import { cellRows } from '../render/cell-rows.ts'
import { frameOf } from '../render/frame.ts'
import type { Cell } from '../store/cell.ts'
import { drain, startScreen, stepScreen } from '../store/screen.ts'
import type { ScreenEffect, ScreenEvent, ScreenState, Size } from '../store/state.ts'
import { type Row, textOfRow } from '../text/row.ts'

const threadId = ThreadId.parse('th_1')
export const turnId = TurnId.parse('tn_1')
const me = ClientId.parse('cl_me')
export const compactionId = CompactionId.parse('cp_1')
export const item = (name: string): ItemId => ItemId.parse(name)
export const call = (name: string): CallId => CallId.parse(name)
export const request = (name: string): RequestId => RequestId.parse(name)
export const submission = (name: string): SubmissionId => SubmissionId.parse(name)

export const textOf = (rows: readonly Row[]): string => rows.map((each) => textOfRow(each).trimEnd()).join('\n')

export const newScreen = (size: Size = { columns: 80, rows: 24 }, script: readonly string[] = []) => {
  let state: ScreenState = startScreen({
    size,
    at: 0,
    opening: { cwd: '/home/ada/engine', settings: {} },
    editor: EMPTY_EDITOR,
    history: ['an earlier message'],
    script,
  })
  const effects: ScreenEffect[] = []
  const printed: Cell[] = []
  let count = 0
  let at = 0
  const take = (event: ScreenEvent): void => {
    const step = stepScreen(state, event)
    effects.push(...step.effects)
    const drained = drain(step.state)
    state = drained.state
    printed.push(...drained.cells)
  }
  const screen = {
    take,
    see: (...events: readonly EventMsg[]) => {
      for (const msg of events) take({ type: 'event', msg, at })
      return screen
    },
    /** Bytes as a terminal sends them. */
    press: (bytes: string) => {
      const read = readKeys(NO_KEYS, { text: bytes, at: -1 })
      for (const key of [...read.keys, ...endOfWait(read.state).keys]) {
        count += 1
        take({ type: 'key', key, at, next: submission(`sb_${count}`) })
      }
      return screen
    },
    wait: (ms: number) => {
      at += ms
      take({ type: 'tick', at })
      return screen
    },
    state: () => state,
    /** What was asked for since the last look. */
    asked: () => effects.splice(0),
    printed: () => printed,
    frame: () => textOf(frameOf(state).rows),
    caret: () => frameOf(state).caret,
    /** Everything a person would see if the terminal were high enough. */
    whole: () => {
      const page = { columns: state.size.columns, reasoningOpen: state.reasoningOpen }
      return textOf([...printed.flatMap((cell) => cellRows(cell, page)), ...frameOf(state).rows])
    },
  }
  return screen
}

export type TestScreen = ReturnType<typeof newScreen>

/** Connected, with a thread and a known pressure. */
export const openScreen = (size?: Size): TestScreen => {
  const screen = newScreen(size)
  screen.take({ type: 'link', link: { name: 'ready' }, me })
  return screen.see(configured(), present('driver'), counted(41_900))
}

export const configured = (
  change: { model?: string | undefined; settings?: Settings } = { model: 'gpt-5.2' },
): EventMsg => ({
  type: 'session_configured',
  thread_id: threadId,
  cwd: '/home/ada/engine',
  ...(change.model === undefined ? {} : { model: change.model }),
  wire_api: 'replay',
  context_window: 100_000,
  resumed: false,
  settings: change.settings ?? DEFAULT_SETTINGS,
})

export const present = (role: 'driver' | 'viewer', others = 0): EventMsg => ({
  type: 'presence',
  clients: [
    { client_id: me, name: 'rawr', role },
    ...Array.from({ length: others }, (_, index) => ({
      client_id: ClientId.parse(`cl_${index}`),
      name: 'rawr',
      role: role === 'driver' || index > 0 ? ('viewer' as const) : ('driver' as const),
    })),
  ],
})

const nothing = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
}

export const counted = (usedTokens: number, source: 'divisors' | 'reported' = 'divisors'): EventMsg => ({
  type: 'token_count',
  usage: contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 2_000, source }),
  total: nothing,
})

export const aboutCall = (name: string) => ({ call_id: call(name), turn_id: turnId })

export const started: EventMsg = { type: 'turn_started', turn_id: turnId, origin: 'user' }
export const completed: EventMsg = { type: 'turn_complete', turn_id: turnId, last_agent_message: null, duration_ms: 9 }

export const said = (
  text: string,
  origin: 'user' | 'packet_prompt' = 'user',
  id: SubmissionId = submission('sb_1'),
): EventMsg => ({
  type: 'user_message',
  item_id: item('u1'),
  submission_id: id,
  text,
  origin,
})

export const delta = (offset: number, text: string, id = 'a1'): EventMsg => ({
  type: 'agent_message_delta',
  item_id: item(id),
  offset,
  text,
})

export const answered = (text: string, id = 'a1'): EventMsg => ({ type: 'agent_message', item_id: item(id), text })

export const runs = (command: string, id = 'c1'): EventMsg => ({
  type: 'exec_command_begin',
  call_id: call(id),
  turn_id: turnId,
  command: ['bash', '-lc', command],
  cwd: '/home/ada/engine',
})

export const ran = (command: string, output: string, exitCode: number | null = 0, id = 'c1'): EventMsg => ({
  type: 'exec_command_end',
  call_id: call(id),
  turn_id: turnId,
  command: ['bash', '-lc', command],
  exit_code: exitCode,
  timed_out: false,
  output,
  duration_ms: 812,
})

export const report: CompactionReport = {
  trigger: 'auto_watcher',
  requested: 'auto',
  strategy: 'extractive',
  tokens_before: 41_900,
  tokens_after: 11_200,
  estimate: 'divisors',
  kept: 12,
  cleared: 3,
  archived: 98,
  pinned: 1,
  headroom: 20_480,
  duration_ms: 5,
}

export const compacting: EventMsg = {
  type: 'compaction_started',
  compaction_id: compactionId,
  trigger: 'auto_watcher',
  strategy: 'auto',
  tokens_before: 41_900,
}

export const compacted: EventMsg = {
  type: 'context_compacted',
  compaction_id: compactionId,
  report,
  message: 'Compaction complete: ~42k → ~11k tokens; kept 12; cleared 3; archived 98; headroom 20,480',
}

export const dryRun: EventMsg = {
  type: 'compaction_planned',
  plan_id: PlanId.parse('pl_1'),
  report: { ...report, trigger: 'manual' },
  preview: ['## State', 'Goal: add a parser. [i1]', ...Array.from({ length: 30 }, (_, index) => `line ${index}`)].join(
    '\n',
  ),
}

export const asks: EventMsg = {
  type: 'exec_approval_request',
  request_id: RequestId.parse('rq_1'),
  call_id: call('c1'),
  turn_id: turnId,
  command: ['bash', '-lc', 'rm -rf build && npm publish'],
  cwd: '/home/ada/engine',
  reason: 'It writes outside of the project.',
}

export const asksToEdit = (patch: string): EventMsg => ({
  type: 'apply_patch_approval_request',
  request_id: RequestId.parse('rq_1'),
  call_id: call('p1'),
  turn_id: turnId,
  paths: ['/home/ada/engine/src/parser.ts'],
  patch,
  reason: 'The approval policy asks before a file changes.',
})

export const held: EventMsg = {
  type: 'input_held',
  sequence_id: SequenceId.parse('sq_1'),
  submission_id: submission('sb_h'),
  text: 'and then the docs',
}
