/** A watcher over a thread of a few events: prints the ops it sends. Run: node --conditions=@rawr/source examples/watch-a-thread.ts */
import {
  CallId,
  DEFAULT_SETTINGS,
  type EventMsg,
  ItemId,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { createWatcher } from '@rawr/tui/watcher'

const id = SubmissionId.parse('typed-1')
const turn_id = TurnId.parse('turn-1')
const no = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 }

const happened: readonly EventMsg[] = [
  {
    type: 'session_configured',
    thread_id: ThreadId.parse('thread-1'),
    cwd: '/home/ada/engine',
    wire_api: 'replay',
    context_window: 60_000,
    resumed: false,
    settings: DEFAULT_SETTINGS,
  },
  { type: 'turn_started', turn_id, origin: 'user' },
  { type: 'user_message', item_id: ItemId.parse('i1'), submission_id: id, text: 'Add a parser.', origin: 'user' },
  {
    type: 'exec_command_end',
    call_id: CallId.parse('call-1'),
    turn_id,
    command: ['bash', '-lc', 'git add -A && git commit -m "Add a parser"'],
    exit_code: 0,
    timed_out: false,
    output: '1 file changed',
    duration_ms: 40,
  },
  {
    type: 'token_count',
    usage: {
      used_tokens: 31_000,
      floor_tokens: 3_000,
      window_tokens: 60_000,
      effective_tokens: 52_500,
      percent_remaining: 40,
      source: 'divisors',
    },
    total: no,
  },
  { type: 'turn_complete', turn_id, last_agent_message: 'The parser is in src/parser.ts.', duration_ms: 900 },
]

let count = 0
const next = (letter: string) => {
  count += 1
  return `${letter}${count}`
}

const watcher = createWatcher({
  submit: (op, submissionId) => {
    console.log(op.type, op.type === 'report_decision' ? op.record.outcome : '')
    return Promise.resolve({ type: 'accepted', id: submissionId, outcome: 'started', from_seq: 0 })
  },
  now: () => 1_000,
  ids: {
    submission: () => SubmissionId.parse(next('w')),
    request: () => RequestId.parse(next('r')),
    sequence: () => SequenceId.parse(next('s')),
  },
  host: 'interactive',
  onNotice: (kind, text) => console.log(`${kind}: ${text}`),
})

for (const msg of happened) watcher.onEvent({ type: 'event', thread_id: ThreadId.parse('thread-1'), id, msg })
console.log(watcher.state().name)
