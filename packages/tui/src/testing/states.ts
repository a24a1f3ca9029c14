/** The states a client can be in, by name: what a golden screen is made of, at every width. */
import type { EventMsg } from '@rawr/protocol'
import { breakdown, explained, leftByCompaction, models } from './answers.ts'
import * as on from './screens.ts'

type Story = (screen: on.TestScreen) => unknown

/** Longer than a person needs to read a question. */
const READING_MS = 600

const turn = [on.started, on.said('Add a parser for the log lines.')] as const
const answer = [
  '## Done',
  '',
  'The **parser** is in `src/parser.ts`:',
  '',
  '```ts',
  "export const parse = (line: string) => line.split('\\t') // one field a tab",
  '```',
  '',
  '1. reads a line',
  '2. returns its fields, also for wide text: 日本語のテキスト',
  '',
  '> Nothing else was changed.',
].join('\n')

const patch = [
  '*** Begin Patch',
  '*** Update File: src/parser.ts',
  '@@ export const parse',
  ' const a = 1',
  "-  return line.split(' ')",
  "+  return line.split('\\t')",
  '*** End Patch',
].join('\n')

const patched: readonly EventMsg[] = [
  { type: 'patch_apply_begin', ...on.aboutCall('p1'), paths: ['/home/ada/engine/src/parser.ts'], patch },
  {
    type: 'patch_apply_end',
    ...on.aboutCall('p1'),
    paths: ['/home/ada/engine/src/parser.ts'],
    success: true,
    message: '',
  },
]

const plan: EventMsg = {
  type: 'plan_update',
  turn_id: on.turnId,
  explanation: 'Small steps.',
  plan: [
    { step: 'Read the log format', status: 'completed' },
    { step: 'Write the parser', status: 'in_progress' },
    { step: 'Test it with wide text', status: 'pending' },
  ],
}

const closed = { type: 'link', link: { name: 'closed', message: 'the daemon does not answer' }, me: null } as const

/** Each begins with a thread that is open and a known pressure. */
export const STATES: Readonly<Record<string, Story>> = {
  idle: () => {},
  writing: (screen) => screen.press('Add a parser').press('\n').press('and test it with 日本語'),
  palette: (screen) => screen.press('/'),
  'palette-narrowed': (screen) => screen.press('/com'),
  files: (screen) => {
    screen.press('see @par')
    screen.take({ type: 'files_found', query: 'par', paths: ['src/parser.ts', 'src/parser.test.ts'] })
  },
  'paste-chip': (screen) =>
    screen
      .press('Look: ')
      .press(`\u001b[200~${'a line of a log\n'.repeat(40)}\u001b[201~`)
      .press(' why?'),
  sending: (screen) => screen.press('Add a parser').press('\r'),
  working: (screen) => screen.see(...turn).wait(3_000),
  thinking: (screen) =>
    screen.see(...turn, {
      type: 'agent_reasoning_delta',
      item_id: on.item('r1'),
      offset: 0,
      text: '**Looking at the format** of the lines',
    }),
  'thinking-folded': (screen) =>
    screen.see(...turn, {
      type: 'agent_reasoning',
      item_id: on.item('r1'),
      text: '**Looking at the format**\nThe lines have tabs.\nSo do I.',
    }),
  streaming: (screen) => screen.see(...turn, on.delta(0, answer.slice(0, 130))),
  answered: (screen) => screen.see(...turn, on.answered(answer), on.completed),
  'tool-running': (screen) =>
    screen
      .see(...turn, on.runs('npm test -- parser'), {
        type: 'exec_command_output_delta',
        call_id: on.call('c1'),
        stream: 'stdout',
        text: 'ok 1\nok 2\n',
      })
      .wait(2_000),
  'tool-done': (screen) =>
    screen.see(
      ...turn,
      on.runs('npm test'),
      on.ran('npm test', Array.from({ length: 12 }, (_, index) => `ok ${index}`).join('\n')),
    ),
  'tool-failed': (screen) =>
    screen.see(...turn, on.runs('npm test'), on.ran('npm test', 'not ok 3\n  expected 4, got 5', 1)),
  approval: (screen) => screen.see(...turn, on.asks).wait(READING_MS),
  'approval-edit': (screen) => screen.see(...turn, on.asksToEdit(patch)).wait(READING_MS),
  'approval-just-asked': (screen) => screen.see(...turn, on.asks),
  'approval-while-writing': (screen) => screen.press('and then').see(...turn, on.asks),
  background: (screen) =>
    screen.see(
      ...turn,
      on.runs('npm run serve'),
      {
        type: 'exec_command_end',
        ...on.aboutCall('c1'),
        command: ['bash', '-lc', 'npm run serve'],
        exit_code: null,
        timed_out: false,
        output: '"server" is running.\nOutput since the last look:\nlistening',
        duration_ms: 1_000,
        goes_on_as: 'server',
      },
      { type: 'tool_call_begin', ...on.aboutCall('c2'), tool: 'background', summary: 'read server' },
      {
        type: 'tool_call_end',
        ...on.aboutCall('c2'),
        tool: 'background',
        success: false,
        outcome: 'exit 3',
        duration_ms: 400,
      },
    ),
  'approval-answered': (screen) =>
    screen.see(...turn, on.asks, {
      type: 'approval_resolved',
      request_id: on.request('rq_1'),
      decision: 'approved_for_session',
    }),
  diff: (screen) => screen.see(...turn, ...patched),
  plan: (screen) => screen.see(...turn, plan),
  queue: (screen) =>
    screen.see(...turn, {
      type: 'queue_changed',
      queued: [{ submission_id: on.submission('q1'), text: 'then update the docs' }],
    }),
  'heads-up': (screen) => {
    screen.see(...turn, on.completed)
    screen.take({
      type: 'watcher_noticed',
      kind: 'heads_up',
      text: 'Compacting soon: ready, 54 % left, after a commit. Esc cancels.',
    })
  },
  packet: (screen) => {
    screen.see(on.started, on.said('Write the packet.', 'packet_prompt'), on.delta(0, 'Goal: a parser.'))
    screen.take({ type: 'watcher_moved', name: 'awaiting_packet' })
  },
  compacting: (screen) => {
    screen.take({ type: 'watcher_moved', name: 'compacting' })
    screen.see(on.started, on.compacting).wait(1_000)
  },
  held: (screen) => {
    screen.take({ type: 'watcher_moved', name: 'compacting' })
    screen.see(on.started, on.compacting, on.held)
  },
  mark: (screen) => screen.see(on.started, on.compacting, on.compacted, on.counted(11_200), on.completed),
  vetoed: (screen) =>
    screen.take({ type: 'watcher_noticed', kind: 'cancelled', text: 'Automatic compaction cancelled.' }),
  deferred: (screen) => {
    screen.take({ type: 'watcher_noticed', kind: 'deferred', text: 'Compaction waits for your next message.' })
    screen.take({ type: 'watcher_moved', name: 'deferred' })
  },
  'dry-run': (screen) => screen.see(on.dryRun),
  'compaction-failed': (screen) =>
    screen.see({ type: 'compact_failed', reason: 'api_error', error_message: 'The server does not answer.' }),
  undone: (screen) =>
    screen.see({
      type: 'compaction_undone',
      compaction_id: on.compactionId,
      tokens_before: 11_200,
      tokens_after: 41_900,
    }),
  error: (screen) =>
    screen.see(...turn, {
      type: 'turn_aborted',
      turn_id: on.turnId,
      reason: 'provider_unreachable',
      message: 'Is the server at http://127.0.0.1:11434 up?',
    }),
  'context-exhausted': (screen) =>
    screen.see(...turn, { type: 'turn_aborted', turn_id: on.turnId, reason: 'context_exhausted' }),
  interrupting: (screen) =>
    screen
      .see(...turn)
      .press('\u001b')
      .press('\u001b'),
  reconnecting: (screen) =>
    screen.take({ type: 'link', link: { name: 'lost', message: 'closed', retryAt: 4_000 }, me: null }),
  'link-closed': (screen) => {
    screen.press('unsent words').press('\r')
    screen.take(closed)
  },
  viewer: (screen) => screen.see(on.present('viewer', 1)),
  status: (screen) => screen.press('/status').press('\r'),
  help: (screen) => screen.press('/help').press('\r'),
  context: (screen) => {
    screen.press('/context').press('\r')
    screen.take({ type: 'told', msg: breakdown })
  },
  why: (screen) => {
    screen.press('/why').press('\r')
    screen.take({ type: 'told', msg: explained })
  },
  history: (screen) => screen.see(on.started, on.compacting, on.compacted, on.completed).press('/history').press('\r'),
  'history-opened': (screen) => {
    screen.see(on.started, on.compacting, on.compacted, on.completed).press('/history 1').press('\r')
    screen.take({ type: 'told', msg: leftByCompaction })
  },
  models: (screen) => {
    screen.press('/model').press('\r')
    screen.take({ type: 'told', msg: models })
  },
  'user-command': (screen) => screen.press('!git status').press('\r'),
  threads: (screen) =>
    screen.take({
      type: 'threads_listed',
      choices: [
        { id: 'th_a', when: '2026-01-02 10:00', text: 'Fix the failing date test' },
        { id: 'th_b', when: '2026-01-01 09:00', text: 'Write the release notes' },
      ],
    }),
  'first-run': (screen) => {
    screen.take({ type: 'thread_opened', isResumed: false })
    screen.see(on.configured({}))
  },
  'first-run-address': (screen) => {
    screen.take({ type: 'thread_opened', isResumed: false })
    screen.see(on.configured({})).press('2').press('http://127.0.0.1:11434/v1')
  },
  emergency: (screen) => screen.see(on.counted(86_000, 'reported')),
}
