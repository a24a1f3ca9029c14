import { readFileSync, writeFileSync } from 'node:fs'
import {
  type ClientFrame,
  ClientId,
  type DecodeError,
  Epoch,
  type Event,
  type Hello,
  type Op,
  SubmissionId,
  ThreadId,
  type WireError,
} from '@rawr/protocol'
import { drawMachine } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FOLLOWED_MAX, UNANSWERED_MAX } from './admission.ts'
import { EVICT_BYTES, PAUSE_BYTES, RESUME_BYTES, transitionConnection } from './connection.ts'
import type { ConnectionEffect, ConnectionEvent, ConnectionState } from './connection-state.ts'

const th = ThreadId.parse('th_1')
const start: ConnectionState = {
  name: 'awaiting_hello',
  greeting: {
    clientId: ClientId.parse('cl_1'),
    epoch: Epoch.parse('ep_1'),
    server: { name: 'rawr', version: '0.1.0' },
  },
}

const received = (frame: ClientFrame): ConnectionEvent => ({ type: 'frame_received', frame })
const hello = (seq?: number, protocol: Hello['protocol'] = { min: 1, max: 1 }) =>
  received({
    type: 'hello',
    protocol,
    client: { name: 'test', version: '0.1.0' },
    ...(seq === undefined ? {} : { last_seen: [{ thread_id: th, seq }] }),
  })
const submission = (id: string, op: Op, thread_id?: ThreadId): Extract<ClientFrame, { type: 'submission' }> => ({
  type: 'submission',
  id: SubmissionId.parse(id),
  op,
  ...(thread_id === undefined ? {} : { thread_id }),
})
const event = (seq?: number): Event => ({
  type: 'event',
  thread_id: th,
  id: null,
  msg: { type: 'warning', message: `n${seq}` },
  ...(seq === undefined ? { after_seq: 0 } : { seq }),
})
const opened = (lastSeq: number): ConnectionEvent => ({ type: 'thread_opened', threadId: th, lastSeq })
const read = (...seqs: number[]): ConnectionEvent => ({ type: 'events_read', threadId: th, events: seqs.map(event) })
const published = (seq?: number): ConnectionEvent => ({ type: 'event_published', event: event(seq) })
const measured = (socketBytes: number, heldBytes = 0): ConnectionEvent => ({ type: 'measured', socketBytes, heldBytes })
const accepted = (id: string, thread_id?: ThreadId): ConnectionEvent => ({
  type: 'answered',
  answer: {
    type: 'accepted',
    id: SubmissionId.parse(id),
    outcome: 'started',
    from_seq: 0,
    ...(thread_id === undefined ? {} : { thread_id }),
  },
})

const run = (...events: ConnectionEvent[]) => {
  let step: { state: ConnectionState; effects: readonly ConnectionEffect[] } = { state: start, effects: [] }
  for (const next of events) step = transitionConnection(step.state, next)
  return step
}

const sent = (step: { effects: readonly ConnectionEffect[] }) =>
  step.effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))

const kinds = (step: { effects: readonly ConnectionEffect[] }) => step.effects.map((effect) => effect.type)

const live = [hello(0), opened(2), measured(0), read(1, 2), measured(0), read()]

describe('hello', () => {
  test('is answered by welcome, and what was asked for is opened', () => {
    const step = run(hello(7))
    expect(sent(step)).toMatchObject([{ type: 'welcome', protocol: 1, epoch: 'ep_1', client_id: 'cl_1' }])
    expect(kinds(step)).toEqual(['send', 'open_thread'])
  })

  test('must come first, in time, and readable', () => {
    const interrupt = submission('sb_1', { type: 'interrupt' }, th)
    const refused: DecodeError = { code: 'bad_json', message: 'no', path: [], id: null }
    for (const step of [
      run(received(interrupt)),
      run({ type: 'hello_overdue' }),
      run({ type: 'frame_refused', error: refused }),
    ]) {
      expect(kinds(step)).toEqual(['send', 'close'])
      expect(step.state.name).toBe('closed')
    }
    expect(sent(run(received(interrupt)))).toMatchObject([{ type: 'rejected', id: 'sb_1', code: 'hello_required' }])
  })

  test('with no version in common says what each side speaks', () => {
    expect(sent(run(hello(0, { min: 2, max: 3 })))).toMatchObject([
      { code: 'unsupported_protocol', message: 'This daemon speaks protocol 1…1, the client 2…3.' },
    ])
    expect(sent(run(hello(0, { min: 1, max: 9 })))).toMatchObject([{ type: 'welcome', protocol: 1 }])
  })

  test('comes once', () => {
    expect(sent(run(hello(), hello()))).toMatchObject([{ type: 'rejected', id: null, code: 'invalid' }])
  })

  test('that names a thread twice follows it once', () => {
    const last_seen = [1, 5].map((seq) => ({ thread_id: th, seq }))
    const twice = {
      type: 'hello',
      protocol: { min: 1, max: 1 },
      client: { name: 't', version: '0' },
      last_seen,
    } as const
    expect(kinds(run(received(twice)))).toEqual(['send', 'open_thread'])
  })

  test('may not follow without bound', () => {
    const last_seen = Array.from({ length: FOLLOWED_MAX + 1 }, (_, n) => ({
      thread_id: ThreadId.parse(`th_${n}`),
      seq: 0,
    }))
    const many = {
      type: 'hello',
      protocol: { min: 1, max: 1 },
      client: { name: 't', version: '0' },
      last_seen,
    } as const
    const step = run(received({ ...many, last_seen: [...last_seen] }))
    expect(sent(step).map((frame) => frame.type)).toEqual(['welcome', 'rejected'])
    expect(kinds(step).filter((kind) => kind === 'open_thread')).toHaveLength(FOLLOWED_MAX)
  })
})

describe('replay', () => {
  test('follows first, then reads behind what the client has seen', () => {
    expect(kinds(run(hello(5), opened(9)))).toEqual(['follow', 'measure'])
    expect(run(hello(5), opened(9), measured(0)).effects).toEqual([{ type: 'read_events', threadId: th, afterSeq: 5 }])
  })

  test('sends batch after batch, then says that it is complete, and the texts still streaming', () => {
    expect(sent(run(hello(0), opened(2), measured(0), read(1, 2)))).toEqual([event(1), event(2)])
    const end = run(...live)
    expect(sent(end)).toEqual([{ type: 'replay_complete', thread_id: th, seq: 2 }])
    expect(kinds(end)).toEqual(['send', 'send_snapshots'])
  })

  test('is paced: while the client has not taken what it was sent, nothing more is read', () => {
    const paused = run(hello(0), opened(9), measured(0), read(1), measured(PAUSE_BYTES))
    expect(kinds(paused)).toEqual(['hold'])
    expect(transitionConnection(paused.state, measured(RESUME_BYTES + 1)).effects).toEqual([])
    const drained = transitionConnection(paused.state, measured(RESUME_BYTES))
    expect(kinds(drained)).toEqual(['release', 'measure'])
    expect(transitionConnection(drained.state, measured(0)).effects).toMatchObject([
      { type: 'read_events', afterSeq: 1 },
    ])
  })

  test('leaves aside what happens meanwhile: it is read from the log in its turn', () => {
    expect(run(hello(0), opened(2), published(3)).effects).toEqual([])
    expect(run(hello(0), opened(2), published()).effects).toEqual([])
  })

  test('names a hole in the log', () => {
    expect(sent(run(hello(0), opened(5), measured(0), read(1, 4)))).toEqual([
      event(1),
      { type: 'gap', thread_id: th, from_seq: 2, to_seq: 3 },
      event(4),
    ])
  })

  test('of a log that ends before what the client has seen begins at its end', () => {
    expect(run(hello(9), opened(4), measured(0)).effects).toMatchObject([{ type: 'read_events', afterSeq: 4 }])
  })

  test('of a thread that cannot be opened is refused by name', () => {
    const error: WireError = { code: 'thread_not_found', message: 'No thread th_1.', path: [] }
    const step = run(hello(0), { type: 'thread_refused', threadId: th, error })
    expect(sent(step)).toEqual([{ type: 'rejected', id: null, ...error }])
  })
})

describe('live', () => {
  test('events go out as they come, each logged one once', () => {
    expect(sent(run(...live, published(3)))).toEqual([event(3)])
    expect(sent(run(...live, published(3), published(3)))).toEqual([])
    expect(sent(run(...live, published()))).toEqual([event()])
  })

  test('a client that reads too slowly is let go', () => {
    const step = run(...live, measured(PAUSE_BYTES), measured(PAUSE_BYTES, EVICT_BYTES - PAUSE_BYTES))
    expect(kinds(step)).toEqual(['leave', 'evict'])
    expect(kinds(run(...live, measured(PAUSE_BYTES), measured(PAUSE_BYTES, EVICT_BYTES - PAUSE_BYTES - 1)))).toEqual([])
  })

  test('when the socket closes or the daemon ends the threads are left', () => {
    expect(kinds(run(...live, { type: 'socket_closed' }))).toEqual(['leave'])
    expect(kinds(run(...live, { type: 'going_away' }))).toEqual(['leave', 'close'])
  })
})

describe('submissions', () => {
  const interrupt = (id: string, thread?: ThreadId) => received(submission(id, { type: 'interrupt' }, thread))
  const threadStart = received(submission('sb_1', { type: 'thread_start', cwd: '/shop' }))

  test('go to their thread', () => {
    expect(kinds(run(hello(0), interrupt('sb_1', th)))).toEqual(['submit'])
  })

  test('without a thread, or with one the client does not follow, are refused', () => {
    expect(sent(run(hello(0), interrupt('sb_1')))).toMatchObject([
      { id: 'sb_1', code: 'thread_required', path: ['thread_id'] },
    ])
    expect(sent(run(hello(), interrupt('sb_1', th)))).toMatchObject([{ id: 'sb_1', code: 'thread_not_found' }])
  })

  test('that start a thread make the client follow it from its beginning', () => {
    expect(kinds(run(hello(), threadStart))).toEqual(['submit'])
    const step = run(hello(), threadStart, accepted('sb_1', th))
    expect(kinds(step)).toEqual(['send', 'open_thread'])
    expect(transitionConnection(step.state, opened(3)).state).toMatchObject({ name: 'open' })
  })

  test('that resume a thread the client follows already go on where they are', () => {
    expect(kinds(run(...live, accepted('sb_1', th)))).toEqual(['send', 'measure'])
  })

  test('wait for an answer only up to a bound', () => {
    const many = Array.from({ length: UNANSWERED_MAX }, (_, n) => interrupt(`sb_${n}`, th))
    expect(sent(run(hello(0), ...many, interrupt('sb_more', th)))).toMatchObject([
      { id: 'sb_more', code: 'queue_full' },
    ])
    expect(kinds(run(hello(0), ...many, accepted('sb_0'), interrupt('sb_more', th)))).toEqual(['submit'])
  })

  test('that cannot be read are answered, and the connection goes on', () => {
    const error: DecodeError = {
      code: 'unknown_op',
      message: 'dance',
      path: ['op', 'type'],
      id: SubmissionId.parse('sb_1'),
    }
    const step = run(hello(), { type: 'frame_refused', error })
    expect(sent(step)).toEqual([{ type: 'rejected', ...error }])
    expect(step.state.name).toBe('open')
  })
})

test('whatever pauses and repeats come between, a client gets every logged event once, in order', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('publish' as const) }),
    fc.record({ do: fc.constant('level' as const), bytes: fc.integer({ min: 0, max: PAUSE_BYTES * 2 }) }),
    fc.record({ do: fc.constant('repeat' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step), fc.nat(5), (steps, past) => {
      const log = Array.from({ length: past }, (_, n) => event(n + 1))
      const got: number[] = []
      let state: ConnectionState = start
      const feed = (next: ConnectionEvent): void => {
        const result = transitionConnection(state, next)
        state = result.state
        for (const effect of result.effects) {
          if (effect.type === 'send' && effect.frame.type === 'event') got.push(effect.frame.seq ?? 0)
          if (effect.type === 'read_events') {
            const events = log.filter(({ seq }) => (seq ?? 0) > effect.afterSeq).slice(0, 2)
            feed({ type: 'events_read', threadId: th, events })
          }
        }
      }
      feed(hello(0))
      feed(opened(past))
      for (const next of steps) {
        if (next.do === 'level') feed(measured(next.bytes))
        if (next.do === 'repeat' && log.length > 0) feed(published(log.length))
        if (next.do === 'publish') {
          log.push(event(log.length + 1))
          feed(published(log.length))
        }
      }
      for (let rounds = 0; rounds < log.length + 3; rounds++) feed(measured(0))
      expect(got).toEqual(log.map(({ seq }) => seq))
    }),
  )
})

test('the machine is what is drawn', () => {
  const drawing = drawMachine({
    start,
    samples: [
      { event: hello(0), label: 'hello' },
      { event: hello(0, { min: 2, max: 2 }), label: 'hello, no common version' },
      { event: { type: 'hello_overdue' }, label: 'hello_overdue' },
      { event: opened(1), label: 'thread_opened' },
      { event: measured(0), label: 'measured, little' },
      { event: measured(PAUSE_BYTES), label: 'measured, much' },
      { event: measured(EVICT_BYTES), label: 'measured, too much' },
      { event: read(1), label: 'events_read' },
      { event: read(), label: 'events_read, none left' },
      { event: published(2), label: 'event_published' },
      { event: { type: 'going_away' }, label: 'going_away' },
      { event: { type: 'socket_closed' }, label: 'socket_closed' },
    ],
    transition: transitionConnection,
    nameOf: nameOfState,
    effectName: (effect) => effect.type,
  })
  const golden = new URL('../../../../docs/machines/connection.mmd', import.meta.url)
  if (process.env.UPDATE === '1' && !process.env.CI) writeFileSync(golden, drawing)
  expect(drawing).toBe(readFileSync(golden, 'utf8'))
})

const nameOfState = (state: ConnectionState): string => {
  if (state.name !== 'open') return state.name
  const link = state.links.find(({ threadId }) => threadId === th)
  return `open_${state.flow}_${link?.phase ?? 'alone'}`
}
