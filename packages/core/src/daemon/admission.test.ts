import { ClientId, type Op, type Rejected, type Submission, SubmissionId, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { admit, answered, FOLLOWED_MAX, linkOf, UNANSWERED_MAX } from './admission.ts'
import type { ConnectionEffect, OpenConnection } from './connection-state.ts'

const th = ThreadId.parse('th_1')
const other = ThreadId.parse('th_2')

const open: OpenConnection = {
  name: 'open',
  clientId: ClientId.parse('cl_1'),
  clientName: 'test',
  canDrive: true,
  canAnswer: true,
  links: [],
  flow: 'flowing',
  unanswered: 0,
  resuming: [],
  unopened: [],
}

const submission = (id: string, op: Op, thread_id?: ThreadId): Submission => ({
  type: 'submission',
  id: SubmissionId.parse(id),
  op,
  ...(thread_id === undefined ? {} : { thread_id }),
})

const resume = submission('sb_resume', { type: 'thread_resume', thread_id: th })
const message = submission('sb_1', { type: 'user_turn', items: [{ type: 'text', text: 'Count.' }] }, th)

/** Everything the connection does about these, in order, and what it is afterwards. */
const told = (...steps: readonly ((state: OpenConnection) => ReturnType<typeof admit>)[]) => {
  let state = open
  const effects: ConnectionEffect[] = []
  for (const step of steps) {
    const next = step(state)
    if (next.state.name !== 'open') throw new Error('it closed')
    state = next.state
    effects.push(...next.effects)
  }
  return { state, effects }
}

const said = (one: Submission) => (state: OpenConnection) => admit(state, one)
const accepted = (state: OpenConnection) =>
  answered(state, {
    type: 'answered',
    answer: { type: 'accepted', id: resume.id, outcome: 'started', thread_id: th, from_seq: 0 },
  })
const refused = (state: OpenConnection) =>
  answered(state, {
    type: 'answered',
    answer: { type: 'rejected', id: resume.id, code: 'busy', message: 'Another program has it.', path: [] },
  })

test('what is said to a thread that is being resumed waits for the answer, and then goes to the thread', () => {
  const waiting = told(said(resume), said(message))
  expect(waiting.effects).toEqual([{ type: 'submit', submission: resume }])
  expect(waiting.state.unanswered).toBe(2)
  const { state, effects } = told(said(resume), said(message), accepted)
  expect(effects.map(({ type }) => type)).toEqual(['submit', 'send', 'open_thread', 'submit'])
  expect(effects.at(-1)).toEqual({ type: 'submit', submission: message })
  expect(linkOf(state, th)).toMatchObject({ phase: 'opening' })
  expect(state).toMatchObject({ unanswered: 1, resuming: [] })
})

test('where the thread cannot be resumed, what waited is refused for the same reason', () => {
  const { state, effects } = told(said(resume), said(message), refused)
  const frames = effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame as Rejected] : []))
  expect(frames.map(({ id, code }) => [id, code])).toEqual([
    ['sb_resume', 'busy'],
    ['sb_1', 'busy'],
  ])
  expect(state).toMatchObject({ unanswered: 0, resuming: [] })
})

test('what comes behind a refused resumption is refused for its reason, until the thread is asked for again', () => {
  const { state, effects } = told(said(resume), refused, said(message))
  const why = 'Another program has it. Resume the thread to try again.'
  expect(effects.at(-2)).toMatchObject({ frame: { id: 'sb_1', code: 'busy', message: why } })
  expect(state.unopened).toHaveLength(1)
  expect(told(said(resume), refused, said(resume), accepted, said(message)).effects.at(-1)).toMatchObject({
    type: 'submit',
    submission: message,
  })
})

test('what is said to a thread that closes with the daemon is not answered: the thread may have it', () => {
  const closing = (state: OpenConnection) =>
    answered(state, {
      type: 'answered',
      answer: { type: 'rejected', id: resume.id, code: 'shutting_down', message: 'Shutting down.', path: [] },
    })
  const answers = (last: typeof closing, ...before: readonly (typeof closing)[]) =>
    told(said(resume), ...before, last).effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))
  expect(answers(closing, said(message))).toEqual([])
  expect(answers(said(message), closing)).toEqual([])
  // Nor what was said to it while the client followed it: it may be said again, after a lost answer.
  const late: Rejected = { type: 'rejected', id: message.id, code: 'shutting_down', message: 'Closing.', path: [] }
  const { state, effects } = told(said(resume), accepted, said(message), (now) =>
    answered(now, { type: 'answered', answer: late }),
  )
  expect(effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))).toMatchObject([
    { type: 'accepted' },
  ])
  expect(state.unanswered).toBe(0)
})

test('another thread is refused meanwhile, and a followed one is not kept waiting', () => {
  const elsewhere = submission('sb_2', { type: 'interrupt' }, other)
  expect(told(said(resume), said(elsewhere)).effects.at(-2)).toMatchObject({ frame: { code: 'thread_not_found' } })
  expect(told(said(resume), accepted, said(resume), said(message)).effects.at(-1)).toMatchObject({
    type: 'submit',
    submission: message,
  })
})

test('what waits counts as unanswered', () => {
  const many = Array.from({ length: UNANSWERED_MAX }, (_, index) =>
    said({ ...message, id: SubmissionId.parse(`m${index}`) }),
  )
  expect(told(said(resume), ...many).effects.at(-2)).toMatchObject({ frame: { code: 'queue_full' } })
})

test('a thread that is followed already is told again from where the resumption asks, at the pace of a replay', () => {
  const again = submission('sb_resume', { type: 'thread_resume', thread_id: th, after_seq: 2 })
  const followed = (phase: 'live' | 'opening') => (state: OpenConnection) => ({
    state: { ...state, links: [{ threadId: th, phase, sentSeq: 9 }] },
    effects: [],
  })
  const live = told(followed('live'), said(again), accepted)
  expect(live.effects.map(({ type }) => type)).toEqual(['submit', 'send', 'measure'])
  expect(linkOf(live.state, th)).toEqual({ threadId: th, phase: 'replaying', sentSeq: 2 })
  expect(linkOf(told(followed('opening'), said(again), accepted).state, th)).toMatchObject({
    phase: 'opening',
    sentSeq: 2,
  })
  expect(linkOf(told(followed('live'), said(again), refused).state, th)).toMatchObject({ phase: 'live', sentSeq: 9 })
  expect(linkOf(told(followed('live'), said(resume), accepted).state, th)).toMatchObject({ phase: 'live', sentSeq: 9 })
  expect(linkOf(told(said(again), accepted).state, th)).toMatchObject({ phase: 'opening', sentSeq: 2 })
})

test('a client that follows as many threads as it may opens no other, and may still resume one of them', () => {
  const full = (state: OpenConnection) => ({
    state: {
      ...state,
      links: Array.from({ length: FOLLOWED_MAX }, (_, n) => ({
        threadId: ThreadId.parse(`th_${n}`),
        phase: 'live' as const,
        sentSeq: 0,
      })),
    },
    effects: [],
  })
  const more = [
    submission('sb_s', { type: 'thread_start', cwd: '/' }),
    submission('sb_f', { type: 'thread_fork', thread_id: th }),
    submission('sb_r', { type: 'thread_resume', thread_id: ThreadId.parse('th_new') }),
  ]
  for (const one of more)
    expect(told(full, said(one)).effects).toMatchObject([{ frame: { id: one.id, code: 'queue_full' } }, {}])
  expect(told(full, said(resume)).effects).toMatchObject([{ type: 'submit' }])
})
