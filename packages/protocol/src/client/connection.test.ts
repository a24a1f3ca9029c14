import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Accepted, Event, Submission } from '../frame.ts'
import { ClientId, Epoch, SubmissionId, ThreadId } from '../ids.ts'
import type { Op } from '../op.ts'
import { drawMachine } from '../testing/walk-machine.ts'
import { PENDING_BYTES_MAX, PENDING_MAX, startLink, transitionLink } from './connection.ts'
import type { LinkEffect, LinkEvent, LinkState } from './link-state.ts'

const client = { name: 'test', version: '0.1.0' }
const th = ThreadId.parse('th_1')

const opened: LinkEvent = { type: 'socket_opened' }
const dropped: LinkEvent = { type: 'socket_closed', code: 1006, message: '', chance: 0.5 }
const waitEnded: LinkEvent = { type: 'wait_ended' }
const received = (frame: Extract<LinkEvent, { type: 'frame_received' }>['frame']): LinkEvent => ({
  type: 'frame_received',
  frame,
})
const welcome = (epoch = 'ep_1') =>
  received({
    type: 'welcome',
    protocol: 1,
    epoch: Epoch.parse(epoch),
    client_id: ClientId.parse('cl_1'),
    server: { name: 'rawr', version: '0.1.0' },
  })
const submission = (id: string, op: Op = { type: 'interrupt' }): Submission => ({
  type: 'submission',
  id: SubmissionId.parse(id),
  ...(op.type === 'thread_start' ? {} : { thread_id: th }),
  op,
})
const submitted = (id: string, op?: Op, bytes = 100): LinkEvent => ({
  type: 'submitted',
  submission: submission(id, op),
  bytes,
})
const skipped = (seq: number): LinkEvent => ({ type: 'event_skipped', threadId: th, seq })
const accepted = (id: string, thread_id?: ThreadId) =>
  received({
    type: 'accepted',
    id: SubmissionId.parse(id),
    outcome: 'started',
    from_seq: 0,
    ...(thread_id === undefined ? {} : { thread_id }),
  } satisfies Accepted)
const event = (seq: number | undefined): Event => ({
  type: 'event',
  thread_id: th,
  id: null,
  msg: { type: 'warning', message: `number ${seq}` },
  ...(seq === undefined ? { after_seq: 0 } : { seq }),
})

/** Effects of the last event, after all events before it. */
const run = (events: readonly LinkEvent[], failuresMax = 5): { state: LinkState; effects: readonly LinkEffect[] } => {
  let step = startLink({ client, failuresMax })
  for (const next of events) step = transitionLink(step.state, next)
  return step
}

const check = (events: readonly LinkEvent[], expected: readonly unknown[]) =>
  expect(run(events).effects).toEqual(expected)

const sent = (events: readonly LinkEvent[]) =>
  run(events).effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))

describe('greeting', () => {
  test('an opened socket says hello with what was seen', () => {
    const firstLife = [opened, welcome(), received(event(1)), received(event(2)), dropped, waitEnded, opened]
    check([opened], [{ type: 'send', frame: { type: 'hello', client, protocol: { min: 1, max: 1 }, last_seen: [] } }])
    expect(sent(firstLife)).toMatchObject([{ last_seen: [{ thread_id: th, epoch: 'ep_1', seq: 2 }] }])
  })

  test('what was submitted before the welcome is sent behind it, in order', () => {
    expect(sent([submitted('sb_1'), opened, submitted('sb_2'), welcome()])).toEqual([
      submission('sb_1'),
      submission('sb_2'),
    ])
  })
})

describe('a thread that is told again', () => {
  const ask = (after_seq?: number): LinkEvent => ({
    type: 'submitted',
    submission: {
      type: 'submission',
      id: SubmissionId.parse('sb_r'),
      op: { type: 'thread_resume', thread_id: th, ...(after_seq === undefined ? {} : { after_seq }) },
    },
    bytes: 100,
  })
  const seen = [opened, welcome(), received(event(1)), received(event(2))]
  const delivered = (events: readonly LinkEvent[]) =>
    run(events).effects.flatMap((effect) => (effect.type === 'deliver' ? [effect.item] : []))

  test('says so before its first event, and each event comes once more', () => {
    const again = [...seen, ask(0), accepted('sb_r', th)]
    expect(delivered(again)).toEqual([{ type: 'replay_started', thread_id: th, after_seq: 0 }])
    expect(delivered([...again, received(event(1))])).toEqual([event(1)])
    expect(delivered([...again, received(event(1)), received(event(1))])).toEqual([])
  })

  test('is one that was asked for behind an event: otherwise what was seen stays seen', () => {
    expect(delivered([...seen, ask(), accepted('sb_r', th)])).toEqual([])
    expect(delivered([...seen, ask(), accepted('sb_r', th), received(event(1))])).toEqual([])
    expect(delivered([...seen, ask(1), accepted('sb_r', th), received(event(2))])).toEqual([event(2)])
  })

  test('is asked for what was not seen after a lost socket, and in another life of the daemon', () => {
    const lost = [...seen, ask(0), accepted('sb_r', th), received(event(1)), dropped, waitEnded, opened]
    expect(sent(lost)).toMatchObject([{ last_seen: [{ thread_id: th, seq: 1 }] }])
    expect(sent([...lost, welcome('ep_2')])).toMatchObject([{ op: { type: 'thread_resume', thread_id: th } }])
    expect(JSON.stringify(sent([...lost, welcome('ep_2')]))).not.toContain('after_seq')
  })
})

describe('a daemon that promised heartbeats', () => {
  const promise = received({
    type: 'welcome',
    protocol: 1,
    epoch: Epoch.parse('ep_1'),
    client_id: ClientId.parse('cl_1'),
    server: { name: 'rawr', version: '0.1.0' },
    heartbeat_ms: 30_000,
  })
  const silent: LinkEvent = { type: 'fell_silent', chance: 0.5 }

  test('is listened for from the welcome on; one that did not is not', () => {
    expect(run([opened, promise]).effects).toContainEqual({ type: 'expect_frames', withinMs: 60_000 })
    expect(run([opened, welcome()]).effects.map(({ type }) => type)).toEqual(['deliver'])
    check([opened, promise, received({ type: 'heartbeat' })], [])
  })

  test('and falls silent is lost: its socket is given up, and what was not answered is sent again', () => {
    const lost = [opened, promise, submitted('sb_1'), silent]
    expect(run(lost).effects.map(({ type }) => type)).toEqual(['close_socket', 'deliver', 'wait'])
    expect(sent([...lost, waitEnded, opened, promise])).toEqual([submission('sb_1')])
    check([opened, promise, dropped, silent], [])
  })
})

describe('submissions', () => {
  test('go out at once on a link that is ready, once', () => {
    expect(sent([opened, welcome(), submitted('sb_1')])).toEqual([submission('sb_1')])
    expect(sent([opened, welcome(), submitted('sb_1'), submitted('sb_1')])).toEqual([])
  })

  test('that are not answered are sent again after a reconnect, those answered are not', () => {
    const events = [
      opened,
      welcome(),
      submitted('sb_1'),
      submitted('sb_2'),
      accepted('sb_1'),
      dropped,
      waitEnded,
      opened,
      welcome(),
    ]
    expect(sent(events)).toEqual([submission('sb_2')])
  })

  test('are answered once', () => {
    const start = [opened, welcome(), submitted('sb_1')]
    check(
      [...start, accepted('sb_1')],
      [{ type: 'settle', id: 'sb_1', answer: expect.objectContaining({ type: 'accepted' }) }],
    )
    check([...start, accepted('sb_1'), accepted('sb_1')], [])
  })

  test('are refused beyond what may wait', () => {
    const many = Array.from({ length: PENDING_MAX }, (_, n) => submitted(`sb_${n}`))
    check(
      [...many, submitted('sb_more')],
      [{ type: 'settle', id: 'sb_more', answer: expect.objectContaining({ type: 'rejected', code: 'queue_full' }) }],
    )
  })

  test('are refused beyond the bytes that may wait, until an answer makes room; one sent again takes no more', () => {
    const half = PENDING_BYTES_MAX / 2
    const two = [opened, welcome(), submitted('sb_1', undefined, half), submitted('sb_2', undefined, half)]
    const refused = expect.objectContaining({ type: 'rejected', code: 'queue_full' })
    check([...two, submitted('sb_3', undefined, 1)], [{ type: 'settle', id: 'sb_3', answer: refused }])
    expect(sent([...two, accepted('sb_1'), submitted('sb_3', undefined, 1)])).toEqual([submission('sb_3')])
    check([...two, submitted('sb_2', undefined, half)], [])
  })

  test('after the end learn that there will be no answer', () => {
    check(
      [{ type: 'close_asked' }, submitted('sb_1')],
      [{ type: 'give_up', reason: expect.objectContaining({ code: 'closed_by_client' }) }],
    )
  })
})

describe('events', () => {
  const ready = [opened, welcome()]

  test('arrive once each', () => {
    check([...ready, received(event(1))], [{ type: 'deliver', item: event(1) }])
    check([...ready, received(event(1)), received(event(1))], [])
    check([...ready, received(event(undefined))], [{ type: 'deliver', item: event(undefined) }])
  })

  test('of a type that is not known count, so that no hole seems to be where they are', () => {
    check([...ready, received(event(1)), skipped(2), received(event(3))], [{ type: 'deliver', item: event(3) }])
    const later = [...ready, received(event(1)), skipped(2), dropped, waitEnded, opened]
    expect(sent(later)).toMatchObject([{ last_seen: [{ thread_id: th, seq: 2 }] }])
    check([...ready, skipped(3)], [{ type: 'deliver', item: { type: 'gap', thread_id: th, from_seq: 1, to_seq: 2 } }])
  })

  test('that leave a hole are preceded by a gap; a gap the server names is not doubled', () => {
    const gap = (from_seq: number, to_seq: number) => ({ type: 'gap', thread_id: th, from_seq, to_seq }) as const
    check(
      [...ready, received(event(1)), received(event(4))],
      [
        { type: 'deliver', item: gap(2, 3) },
        { type: 'deliver', item: event(4) },
      ],
    )
    check(
      [...ready, received(event(1)), received(gap(2, 3)), received(event(4))],
      [{ type: 'deliver', item: event(4) }],
    )
  })

  test('go on from where the log ends, also where it ends earlier than what was seen', () => {
    const crashed = [...ready, received(event(7)), dropped, waitEnded, opened, welcome('ep_2')]
    const replayed = received({ type: 'replay_complete', thread_id: th, seq: 5 })
    check([...crashed, replayed, received(event(6))], [{ type: 'deliver', item: event(6) }])
  })
})

describe('another life of the daemon', () => {
  const start: Op = { type: 'thread_start', cwd: '/shop', api_key: 'sk-1', env: { LANG: 'C' } }
  const before = [
    opened,
    welcome(),
    submitted('sb_1', start),
    accepted('sb_1', th),
    submitted('sb_2'),
    dropped,
    waitEnded,
    opened,
  ]

  test('gets folder, environment and key of each thread again, before what waits', () => {
    expect(sent([...before, welcome('ep_2')])).toEqual([
      {
        type: 'submission',
        id: 'resume-ep_2-th_1',
        op: { type: 'thread_resume', thread_id: th, cwd: '/shop', api_key: 'sk-1', env: { LANG: 'C' } },
      },
      submission('sb_2'),
    ])
  })

  test('is asked once, and its refusal is shown', () => {
    const again = [...before, welcome('ep_2'), dropped, waitEnded, opened, welcome('ep_2')]
    expect(sent(again).map((frame) => 'id' in frame && frame.id)).toEqual(['resume-ep_2-th_1', 'sb_2'])
    const refused = received({
      type: 'rejected',
      id: SubmissionId.parse('resume-ep_2-th_1'),
      code: 'thread_not_found',
      message: 'gone',
      path: [],
    })
    expect(run([...again, refused]).effects.map((effect) => effect.type)).toEqual(['settle', 'deliver'])
  })

  test('is told what a turn was asked to run under since', () => {
    const wish: Op = { type: 'override_turn_context', model: 'birch', cwd: '/quay' }
    const first = [opened, welcome(), submitted('sb_1', start), accepted('sb_1', th), submitted('sb_w', wish)]
    const again = [dropped, waitEnded, opened, welcome('ep_2')]
    const cwdIn = (events: readonly LinkEvent[]) =>
      sent(events).flatMap((frame) =>
        frame.type === 'submission' && frame.op.type === 'thread_resume' ? [frame.op] : [],
      )
    expect(cwdIn([...first, accepted('sb_w'), ...again])).toMatchObject([
      { cwd: '/quay', api_key: 'sk-1', settings: { model: { name: 'birch' } } },
    ])
    expect(cwdIn([...first, ...again])).toMatchObject([{ cwd: '/shop' }])
  })

  test('the same life is asked for nothing', () => {
    expect(sent([...before, welcome('ep_1')])).toEqual([submission('sb_2')])
  })
})

describe('a lost socket', () => {
  test('is replaced after 200 ms, 400 ms … ten seconds at most, spread by a tenth', () => {
    const waits = (chance: number) => {
      const lost: LinkEvent = { type: 'socket_closed', code: 1006, message: '', chance }
      return Array.from(
        { length: 8 },
        (_, n) =>
          run(
            Array.from({ length: n + 1 }, () => [lost, waitEnded])
              .flat()
              .slice(0, -1),
            99,
          ).effects,
      ).map((effects) => effects.flatMap((effect) => (effect.type === 'wait' ? [effect.ms] : []))[0])
    }
    expect(waits(0.5)).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
    expect(waits(0)[0]).toBe(180)
  })

  test('again and again ends the link; a welcome in between starts the count anew', () => {
    const cycle = [dropped, waitEnded]
    expect(run([...cycle, ...cycle, dropped], 3).state).toMatchObject({
      name: 'closed',
      reason: { code: 'unreachable' },
    })
    expect(run([...cycle, ...cycle, opened, welcome(), dropped], 3).state.name).toBe('waiting')
  })

  test('that closed for want of a common version is not replaced', () => {
    expect(run([opened, { ...dropped, code: 4001, message: 'speaks 2…3' }])).toEqual({
      state: { name: 'closed', reason: { code: 'unsupported_protocol', message: 'speaks 2…3' } },
      effects: [{ type: 'close_socket' }, { type: 'give_up', reason: expect.anything() }],
    })
  })
})

test('the machine is what is drawn', () => {
  const samples = [
    { event: opened, label: 'socket_opened' },
    { event: dropped, label: 'socket_closed' },
    { event: { ...dropped, code: 4001 }, label: 'socket_closed, no common version' },
    { event: waitEnded, label: 'wait_ended' },
    { event: welcome(), label: 'welcome' },
    { event: { type: 'fell_silent', chance: 0.5 } as const, label: 'fell_silent' },
    { event: { type: 'close_asked' } as const, label: 'close_asked' },
  ]
  const drawing = drawMachine({
    start: startLink({ client, failuresMax: 2 }).state,
    samples,
    transition: transitionLink,
    nameOf: (state) => state.name,
    effectName: (effect) => effect.type,
  })
  const golden = new URL('../../../../docs/machines/link.mmd', import.meta.url)
  if (process.env.UPDATE === '1' && !process.env.CI) writeFileSync(golden, drawing)
  expect(drawing).toBe(readFileSync(golden, 'utf8'))
})
