import { CallId, type EventMsg, ThreadId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { FILLING, open, PACKET } from '../testing/filling-turn.ts'
import { memoryAudit, memoryTools, sessionBench } from '../testing/index.ts'
import { withPast } from '../testing/reading-session.ts'
import { noteEvents } from './note-events.ts'

test('a commit that succeeded is noted once a turn, one that failed is not', async () => {
  let exitCode = 1
  const tools = memoryTools({
    shell: {
      alone: true,
      purpose: () => ({ kind: 'exec', command: ['git', 'commit', '-m', 'Moor'], cwd: '/home/ada/harbour' }),
      run: () => ({ output: '', success: exitCode === 0, exitCode: exitCode-- }),
    },
  })
  const call = { calls: [{ name: 'shell', arguments: {} }] }
  const bench = sessionBench({ script: [call, call, { text: 'Committed.' }], tools })
  await bench.say('sb_a', 'Commit.')
  await bench.ended('sb_a')
  expect(bench.audit.events.map(({ name }) => name)).toEqual(['commit'])
})

test('an automatic one is noted with the decision it goes back to, what it was expected to save and what it saved', async () => {
  const bench = open([...FILLING, { text: PACKET }, { text: 'All read.' }])
  await bench.say('s1', 'Read the log.')
  await bench.ended('s1')
  expect(bench.audit.events.at(-1)).toMatchObject({
    name: 'compaction_completed',
    fields: {
      trigger: 'mid_turn',
      saved_tokens: expect.any(Number),
      attribution: { packet_author: 'agent', predicted_saved_tokens: expect.any(Number) },
    },
  })
})

test('a compaction is noted with its figures, a failed one with its reason', async () => {
  const bench = await withPast(12)
  for (const id of ['sb_c', 'sb_d']) {
    await bench.submit(id, { type: 'compact' })
    await bench.ended(id)
  }
  expect(bench.audit.events).toMatchObject([
    { name: 'compaction_completed', fields: { trigger: 'manual', tokens_before: expect.any(Number) } },
    { name: 'compaction_failed', fields: { reason: 'no_gain' } },
  ])
})

test('the repository is noted beside a sign, and again only where it changed', async () => {
  const snapshots = [
    { branch: 'harbour', commit: 'a1', dirty: false },
    { branch: 'harbour', commit: 'a1', dirty: false },
    null,
  ]
  let looks = 0
  const { audit, threadId } = { audit: memoryAudit(), threadId: ThreadId.parse('th_repo') }
  const listener = noteEvents({
    audit,
    threadId,
    decisions: { attribution: () => null },
    observe: async () => {
      looks += 1
      return snapshots.shift() ?? null
    },
  })
  const turn_id = TurnId.parse('tn_1')
  const commits = (seq: number): void => {
    listener({ type: 'event', thread_id: threadId, id: null, msg: { type: 'turn_started', turn_id, origin: 'user' } })
    const ran = {
      turn_id,
      call_id: CallId.parse(`c${seq}`),
      exit_code: 0,
      timed_out: false,
      output: '',
      duration_ms: 1,
    }
    const command = ['git', 'commit', '-m', 'Moor']
    listener({ type: 'event', thread_id: threadId, id: null, seq, msg: { type: 'exec_command_end', ...ran, command } })
    expect(looks).toBe(seq - 1)
    const ended = { type: 'turn_complete', turn_id, last_agent_message: null, duration_ms: 1 } as const
    listener({ type: 'event', thread_id: threadId, id: null, msg: ended })
    expect(looks).toBe(seq)
  }
  for (const seq of [1, 2, 3]) {
    commits(seq)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(audit.events).toMatchObject([
    { name: 'commit', fields: { event_seq: 1 } },
    { name: 'repo_observed', fields: { event_seq: 1, branch: 'harbour', commit: 'a1', dirty: false } },
    { name: 'commit', fields: { event_seq: 2 } },
    { name: 'commit', fields: { event_seq: 3 } },
  ])
})

test('where there is no repository nobody looks again until something is committed', async () => {
  const threadId = ThreadId.parse('th_bare')
  let looks = 0
  const listener = noteEvents({
    audit: memoryAudit(),
    threadId,
    decisions: { attribution: () => null },
    observe: async () => {
      looks += 1
      return null
    },
  })
  const turn_id = TurnId.parse('tn_1')
  const tell = (msg: EventMsg): void => listener({ type: 'event', thread_id: threadId, id: null, msg })
  const turn = async (...msgs: readonly EventMsg[]): Promise<void> => {
    tell({ type: 'turn_started', turn_id, origin: 'user' })
    for (const msg of msgs) tell(msg)
    tell({ type: 'turn_complete', turn_id, last_agent_message: 'Done.', duration_ms: 1 })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const step = (status: 'pending' | 'completed'): EventMsg => ({
    type: 'plan_update',
    turn_id,
    plan: [{ step: 'Moor', status }],
  })
  const committed: EventMsg = {
    type: 'exec_command_end',
    turn_id,
    call_id: CallId.parse('c1'),
    command: ['git', 'commit', '-m', 'Moor'],
    exit_code: 0,
    timed_out: false,
    output: '',
    duration_ms: 1,
  }
  await turn(step('pending'), step('completed'))
  expect(looks).toBe(1)
  await turn(step('pending'), step('completed'))
  expect(looks).toBe(1)
  await turn(committed)
  expect(looks).toBe(2)
})
