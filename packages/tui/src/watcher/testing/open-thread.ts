/** A thread as a watcher sees it: events go in, ops come out; for the tests of the driver. */
import { contextUsage, decide } from '@rawr/policy'
import {
  type Accepted,
  CallId,
  ClientId,
  CompactionId,
  DEFAULT_SETTINGS,
  type EventMsg,
  ItemId,
  type Op,
  type Rejected,
  RequestId,
  SequenceId,
  type Settings,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { checkDecisions } from '@rawr/protocol/testing'
import { expect, onTestFinished } from 'vitest'
import { createWatcher, type WatcherOptions } from '../driver.ts'

const thread_id = ThreadId.parse('th')
export const turn_id = TurnId.parse('t1')
const userSubmission = SubmissionId.parse('typed')
export const compaction_id = CompactionId.parse('k1')
export const self = ClientId.parse('me')

export type Reply = (op: Op, id: SubmissionId) => Accepted | Rejected

export const accept: Reply = (_op, id) => ({ type: 'accepted', id, outcome: 'started', from_seq: 0 })

/** A thread as seen from one client: events go in, ops come out. */
export const openThread = (options: Partial<WatcherOptions> & { reply?: Reply } = {}) => {
  const { reply = accept, ...rest } = options
  const ops: { op: Op; id: SubmissionId }[] = []
  const notices: string[] = []
  let counter = 0
  let clock = 1_000
  const fresh = (letter: string) => {
    counter += 1
    return `${letter}${counter}`
  }
  const watcher = createWatcher({
    submit: (op, id) => {
      ops.push({ op, id })
      return Promise.resolve(reply(op, id))
    },
    now: () => clock,
    ids: {
      submission: () => SubmissionId.parse(fresh('u')),
      request: () => RequestId.parse(fresh('r')),
      sequence: () => SequenceId.parse(fresh('s')),
    },
    host: 'interactive',
    clientId: self,
    onNotice: (kind) => notices.push(kind),
    ...rest,
  })
  onTestFinished(() => {
    const records = ops.flatMap(({ op }) => (op.type === 'report_decision' ? [op.record] : []))
    expect(checkDecisions(records, decide)).toEqual([])
  })
  const see = (msg: EventMsg, id: SubmissionId | null = userSubmission) =>
    watcher.onEvent({ type: 'event', thread_id, id, msg })
  const lastCompact = (): SubmissionId => {
    const last = ops.findLast(({ op }) => op.type === 'compact')
    if (last === undefined) throw new Error('no compaction was asked for')
    return last.id
  }
  return {
    watcher,
    lastCompact,
    see,
    notices,
    pass: (ms: number) => {
      clock += ms
    },
    types: () => ops.map(({ op }) => op.type),
    opsOf: <Type extends Op['type']>(type: Type) =>
      ops.flatMap(({ op, id }) => (op.type === type ? [{ id, op: op as Extract<Op, { type: Type }> }] : [])),
  }
}

export type Thread = ReturnType<typeof openThread>

export const configured = (
  change: Partial<Settings['rawr_auto_compaction']> = {},
): Extract<EventMsg, { type: 'session_configured' }> => ({
  type: 'session_configured',
  thread_id,
  cwd: '/project',
  model: 'recorded',
  wire_api: 'replay',
  context_window: 100_000,
  resumed: false,
  settings: { ...DEFAULT_SETTINGS, rawr_auto_compaction: { ...DEFAULT_SETTINGS.rawr_auto_compaction, ...change } },
})

export const PROMPTS = {
  packet: 'Write the packet.',
  scratch: '',
  heads_up: 'Compacting: {why}',
  max_tail_chars: 100,
  scratch_file: '.scratch/agent-th.scratch.md',
}

/** With a model that can be asked, and the prompts to ask it. */
export const reachable = (change: Partial<Settings['rawr_auto_compaction']> = {}): EventMsg => ({
  ...configured(change),
  wire_api: 'responses',
  prompts: PROMPTS,
})

export const JUDGED_ASAP: Partial<Settings['rawr_auto_compaction']> = {
  packet_author: 'watcher',
  policy: { early: {}, ready: {}, asap: { decision_prompt_path: 'judgment.md' }, emergency: {} },
}

export const counted = (usedTokens: number): EventMsg => ({
  type: 'token_count',
  usage: contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 2_000, source: 'reported' }),
  total: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 },
})

export const committed: EventMsg = {
  type: 'exec_command_end',
  call_id: CallId.parse('c1'),
  turn_id,
  command: ['bash', '-lc', 'git commit -m x'],
  exit_code: 0,
  timed_out: false,
  output: '',
  duration_ms: 1,
}

export const replaced = (before: number, after: number): EventMsg => ({
  type: 'context_compacted',
  compaction_id,
  message: 'Compaction complete',
  report: {
    trigger: 'auto_watcher',
    requested: 'auto',
    strategy: 'extractive',
    tokens_before: before,
    tokens_after: after,
    estimate: 'divisors',
    kept: 1,
    cleared: 0,
    archived: 1,
    pinned: 0,
    headroom: 0,
    duration_ms: 1,
  },
})

/** By default no boundary is heard in it. */
export const completed = (text: string | null = 'I’m still looking for it.'): EventMsg => ({
  type: 'turn_complete',
  turn_id,
  last_agent_message: text,
  duration_ms: 1,
})

/** One turn of the user, with what happened in it. */
export const turn = ({ see }: Thread, inside: readonly EventMsg[], end: EventMsg = completed()) => {
  see({ type: 'turn_started', turn_id, origin: 'user' })
  see({
    type: 'user_message',
    item_id: ItemId.parse('i1'),
    submission_id: userSubmission,
    text: 'Add a parser',
    origin: 'user',
  })
  for (const msg of inside) see(msg)
  see(end)
}

/** Core's answer to the newest `compact`: a turn of its own. */
export const compacts = (thread: Thread, before: number, after: number) => {
  const id = thread.lastCompact()
  thread.see({ type: 'turn_started', turn_id, origin: 'user' }, id)
  thread.see(
    { type: 'compaction_started', compaction_id, trigger: 'auto_watcher', strategy: 'auto', tokens_before: before },
    id,
  )
  thread.see(replaced(before, after), id)
  thread.see(counted(after), id)
  thread.see(completed(null), id)
}
