import { type EventMsg, SubmissionId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import {
  accept,
  committed,
  compacts,
  completed,
  configured,
  counted,
  openThread,
  type Reply,
  replaced,
  self,
  turn,
  turn_id,
} from './testing/open-thread.ts'

test('an interactive host compacts where a turn ends at a boundary, and hands over', () => {
  const thread = openThread()
  thread.see(configured({ packet_author: 'watcher' }))
  turn(thread, [committed, counted(40_000)], completed('The parser is there.'))
  expect(thread.types()).toEqual(['report_decision', 'hold_input', 'compact'])
  expect(thread.opsOf('hold_input')[0]?.op).toEqual({ type: 'hold_input', sequence_id: 's2', deadline: 301_000 })
  expect(thread.opsOf('compact')[0]?.op).toMatchObject({
    type: 'compact',
    trigger: 'auto_watcher',
    packet_author: 'watcher',
  })
  compacts(thread, 40_000, 9_000)
  expect(thread.types().slice(3)).toEqual(['release_input', 'report_decision'])
  const handoff = thread.opsOf('release_input')[0]?.op.handoff ?? ''
  expect(handoff).toContain('Add a parser')
  expect(handoff).toContain('The parser is there.')
  expect(thread.opsOf('report_decision').map(({ op }) => op.record.outcome)).toEqual(['pending', 'compacted'])
  expect(thread.notices).toEqual(['heads_up'])
  expect(thread.watcher.state()).toEqual({ name: 'idle' })
})

test('a turn without a boundary is reported and left', () => {
  const thread = openThread()
  thread.see(configured())
  turn(thread, [counted(40_000)])
  expect(thread.types()).toEqual(['report_decision'])
  expect(thread.opsOf('report_decision')[0]?.op.record).toMatchObject({
    actor: 'watcher',
    turn_id,
    decision: { kind: 'leave', why: 'no_boundary', tier: 'asap' },
    outcome: 'left',
    count: 1,
  })
})

test('the same pressure does not compact twice without growth', () => {
  const thread = openThread()
  thread.see(configured())
  turn(thread, [committed, counted(40_000)])
  compacts(thread, 40_000, 30_000)
  turn(thread, [committed, counted(31_000)])
  expect(thread.opsOf('compact')).toHaveLength(1)
  expect(thread.opsOf('report_decision').at(-1)?.op.record.decision).toMatchObject({ why: 'not_rearmed' })
  turn(thread, [committed, counted(32_000)])
  expect(thread.opsOf('compact')).toHaveLength(2)
})

test('a core that announces no prompts cannot be asked for an agent’s packet: the watcher writes it', () => {
  const thread = openThread()
  thread.see(configured({ packet_author: 'agent' }))
  turn(thread, [committed, counted(40_000)])
  expect(thread.notices).toEqual(['heads_up'])
  expect(thread.opsOf('compact')).toHaveLength(1)
})

const preflight = configured({
  packet_author: 'watcher',
  policy: { early: {}, ready: {}, asap: { requires_any_boundary: ['turn_complete'] }, emergency: {} },
})

test('a required end of the turn puts the compaction off to the next message, which core then holds', () => {
  const thread = openThread()
  thread.see(preflight)
  turn(thread, [counted(40_000)])
  expect([thread.watcher.state().name, thread.notices]).toEqual(['deferred', ['deferred']])
  thread.watcher.beforeSend()
  expect(thread.types()).toEqual(['report_decision', 'report_decision', 'hold_input', 'compact'])
  const records = thread.opsOf('report_decision').map(({ op }) => [op.record.inputs.at, op.record.outcome])
  expect(records).toEqual([
    ['turn_end', 'deferred'],
    ['deferred', 'pending'],
  ])
})

test('a message while a turn runs leaves what was put off for the next one', () => {
  const thread = openThread()
  thread.see(preflight)
  turn(thread, [counted(40_000)])
  thread.see({ type: 'turn_started', turn_id, origin: 'user' })
  thread.watcher.beforeSend()
  expect(thread.watcher.state().name).toBe('deferred')
})

test('a headless host never acts after a turn, and asks before it sends', () => {
  const thread = openThread({ host: 'headless' })
  thread.see(configured())
  thread.watcher.beforeSend()
  expect(thread.types()).toEqual([])
  turn(thread, [committed, counted(40_000)])
  expect(thread.types()).toEqual([])
  thread.watcher.beforeSend()
  expect(thread.types()).toEqual(['report_decision', 'hold_input', 'compact'])
  expect(thread.opsOf('report_decision')[0]?.op.record.inputs.at).toBe('deferred')
})

test('a replayed thread is known, not acted on', () => {
  const thread = openThread({ begins: 'in_replay', host: 'headless' })
  thread.see(configured())
  turn(thread, [committed, counted(40_000)])
  thread.watcher.beforeSend()
  expect(thread.types()).toEqual([])
  thread.watcher.onReplayComplete()
  thread.watcher.beforeSend()
  expect(thread.opsOf('compact')).toHaveLength(1)
})

test('a viewer keeps still until it drives', () => {
  const thread = openThread()
  const presence = (role: 'driver' | 'viewer'): EventMsg => ({
    type: 'presence',
    clients: [{ client_id: self, name: 'a', role }],
  })
  thread.see(configured())
  thread.see(presence('viewer'), null)
  turn(thread, [committed, counted(40_000)])
  expect(thread.types()).toEqual([])
  thread.see(presence('driver'), null)
  turn(thread, [committed, counted(41_000)])
  expect(thread.opsOf('compact')).toHaveLength(1)
})

test('a turn that was no answer to the user is not looked at', () => {
  const thread = openThread()
  thread.see(configured())
  thread.see(counted(90_000))
  thread.see({ type: 'turn_started', turn_id, origin: 'user' })
  thread.see(completed(null))
  turn(thread, [counted(90_000)], { type: 'turn_aborted', turn_id, reason: 'interrupted' })
  expect(thread.types()).toEqual([])
})

test('a refused or lost compaction releases the messages', async () => {
  const replies: readonly Reply[] = [
    (op, id) =>
      op.type === 'compact' ? { type: 'rejected', id, code: 'not_driver', message: 'no', path: [] } : accept(op, id),
    (op, id) => {
      if (op.type === 'compact') throw new Error('socket closed')
      return accept(op, id)
    },
  ]
  for (const reply of replies) {
    const thread = openThread({
      reply,
      submit: async (op, id) => {
        types.push(op.type)
        return reply(op, id)
      },
    })
    const types: string[] = []
    thread.see(configured())
    turn(thread, [committed, counted(40_000)])
    await new Promise((resolve) => setImmediate(resolve))
    expect(thread.watcher.state()).toEqual({ name: 'idle' })
    expect(types).toEqual(['report_decision', 'hold_input', 'compact', 'release_input', 'report_decision'])
    expect(thread.notices.at(-1)).toBe('failed')
  }
})

test('a joined compaction ends the sequence under its own id', async () => {
  const running = SubmissionId.parse('running')
  const thread = openThread({
    reply: (op, id) =>
      op.type === 'compact'
        ? { type: 'accepted', id, outcome: 'joined', joined: running, from_seq: 0 }
        : accept(op, id),
  })
  thread.see(configured())
  turn(thread, [committed, counted(40_000)])
  await new Promise((resolve) => setImmediate(resolve))
  thread.see(replaced(40_000, 9_000), running)
  expect(thread.types().slice(3)).toEqual(['release_input', 'report_decision'])
})

test('it is settled when nothing is under way and every op was answered', async () => {
  const replies = new Map<string, () => void>()
  const thread = openThread({
    submit: (op, id) => new Promise((resolve) => replies.set(op.type, () => resolve(accept(op, id)))),
  })
  let isSettled = false
  await thread.watcher.settled()
  thread.see(configured())
  turn(thread, [counted(40_000)])
  const settled = thread.watcher.settled().then(() => {
    isSettled = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSettled).toBe(false)
  replies.get('report_decision')?.()
  await settled
  expect(isSettled).toBe(true)
})

test('the deadline and the user’s Esc stop the compaction and release the messages', () => {
  const late = openThread()
  late.see(configured())
  turn(late, [committed, counted(40_000)])
  expect(late.watcher.nextDeadline()).toBe(301_000)
  late.pass(299_999)
  late.watcher.onTick()
  expect(late.watcher.state().name).toBe('compacting')
  late.pass(1)
  late.watcher.onTick()
  expect(late.types().slice(3)).toEqual(['interrupt', 'release_input', 'report_decision'])
  expect(late.watcher.nextDeadline()).toBe(null)
  const stopped = openThread()
  stopped.see(configured())
  turn(stopped, [committed, counted(40_000)])
  stopped.watcher.cancel()
  expect(stopped.opsOf('report_decision').map(({ op }) => op.record.outcome)).toEqual(['pending', 'cancelled'])
  expect(stopped.opsOf('release_input')[0]?.op).not.toHaveProperty('handoff')
})
