import {
  CallId,
  CompactionId,
  DEFAULT_SETTINGS,
  type EventMsg,
  ItemId,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { expect, test } from 'vitest'
import { emptyMemory, remember, type ThreadMemory } from './thread-memory.ts'

const turn_id = TurnId.parse('t1')
const started: EventMsg = { type: 'turn_started', turn_id, origin: 'user' }
const completed: EventMsg = { type: 'turn_complete', turn_id, last_agent_message: 'All right.', duration_ms: 1 }

const said = (text: string, origin: 'user' | 'packet_prompt' = 'user'): EventMsg => ({
  type: 'user_message',
  item_id: ItemId.parse('i1'),
  submission_id: SubmissionId.parse('u1'),
  text,
  origin,
})

const answered = (text: string): EventMsg => ({ type: 'agent_message', item_id: ItemId.parse('i2'), text })

const counted: EventMsg = {
  type: 'token_count',
  usage: {
    used_tokens: 10,
    floor_tokens: 1,
    window_tokens: 100,
    effective_tokens: 88,
    percent_remaining: 88,
    source: 'divisors',
  },
  total: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 0 },
}

const undone: EventMsg = {
  type: 'compaction_undone',
  compaction_id: CompactionId.parse('k1'),
  tokens_before: 1,
  tokens_after: 2,
}

const after = (events: readonly EventMsg[]): ThreadMemory => events.reduce(remember, emptyMemory())

test('a turn answers the user once their message is in it', () => {
  expect(after([started]).turn).toBe('other')
  expect(after([said('Fix it')]).turn).toBe('none')
  expect(after([started, said('Fix it')]).turn).toBe('answering')
  expect(after([started, said('Write the packet', 'packet_prompt')]).turn).toBe('other')
  expect(after([started, said('Fix it'), completed]).turn).toBe('none')
  expect(after([started, said('Fix it'), { type: 'turn_aborted', turn_id, reason: 'interrupted' }]).turn).toBe('none')
})

test('the goal is the first request, and the newest twelve are kept', () => {
  const memory = after(Array.from({ length: 20 }, (_, at) => said(`request ${at}`)))
  expect(memory.facts.goal).toBe('request 0')
  expect([memory.facts.requests.length, memory.facts.requests[0], memory.facts.requests.at(-1)]).toEqual([
    12,
    'request 8',
    'request 19',
  ])
})

test('the last words are the agent’s own, of a turn that answers', () => {
  expect(after([started, said('Fix it'), answered('Fixed.')]).facts.lastAgentMessage).toBe('Fixed.')
  expect(after([started, answered('A summary.')]).facts.lastAgentMessage).toBe(null)
  const silent: EventMsg = { type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 }
  expect(after([started, said('Fix it'), answered('Fixed.'), silent]).facts.lastAgentMessage).toBe('Fixed.')
})

test('a figure does not outlive the history it was counted on', () => {
  expect(after([counted]).usage?.used_tokens).toBe(10)
  expect(after([counted, undone]).usage).toBe(null)
  expect(after([undone, counted]).usage?.used_tokens).toBe(10)
})

test('settings and the model come from session_configured', () => {
  const settings = { ...DEFAULT_SETTINGS, project_files: false }
  const configured: EventMsg = {
    type: 'session_configured',
    thread_id: ThreadId.parse('th'),
    cwd: '/project',
    wire_api: 'responses',
    context_window: 100,
    resumed: false,
    settings,
  }
  expect(after([configured])).toMatchObject({ settings, isModelAvailable: false })
  expect(after([{ ...configured, model: 'recorded' }])).toMatchObject({ isModelAvailable: true })
})

test('notes are known by the name that core announced for them, once a patch has written them', () => {
  const prompts = { packet: '', scratch: '', heads_up: '', max_tail_chars: 1, scratch_file: '.scratch/notes.md' }
  const patched = (path: string, success: boolean): EventMsg => ({
    type: 'patch_apply_end',
    call_id: CallId.parse('c1'),
    turn_id,
    paths: [path],
    success,
    message: '',
  })
  const told = (patch: EventMsg) => remember({ ...emptyMemory(), prompts }, patch).facts.scratchFile
  expect(told(patched('.scratch/notes.md', true))).toBe('.scratch/notes.md')
  expect(told(patched('.scratch/notes.md', false))).toBe(null)
  expect(told(patched('/home/ada/project/.scratch/notes.md', true))).toBe('.scratch/notes.md')
  expect(told(patched('src/notes.md', true))).toBe(null)
})
