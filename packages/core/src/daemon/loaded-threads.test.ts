import { ClientId, type Event, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import type { Session } from '../runtime/session-deps.ts'
import { memoryClock, memoryLogger } from '../testing/memory-ports.ts'
import { IDLE_THREAD_MS, LoadedThreads } from './loaded-threads.ts'

const threadId = ThreadId.parse('th_1')
const event = (seq: number): Event => ({
  type: 'event',
  thread_id: threadId,
  seq,
  id: null,
  msg: { type: 'warning', message: `n${seq}` },
})
const failure: Event = { ...event(9), msg: { type: 'error', code: 'session_failed', message: 'no' } }

/** A session that does what the test says; `log` is shared by those that follow each other over one thread. */
const handSession = (log: Event[]) => {
  const state = { isIdle: true, closed: [] as string[], clients: [] as string[], tell: (_event: Event): void => {} }
  const session: Session = {
    threadId,
    submit: () => Promise.reject(new Error('not asked for here')),
    ask: () => Promise.reject(new Error('not asked for here')),
    rest: async () => {},
    attach: (listener) => {
      state.tell = listener
      return () => {
        state.tell = () => {}
      }
    },
    snapshots: () => [],
    clientAttached: ({ name }) => state.clients.push(name),
    clientDetached: () => state.clients.pop(),
    eventsAfter: (seq) => log.filter((logged) => (logged.seq ?? 0) > seq),
    lastSeq: () => log.length,
    isIdle: () => state.isIdle,
    close: async (reason) => {
      state.closed.push(reason)
    },
  }
  const emit = (next: Event): void => {
    log.push(next)
    state.tell(next)
  }
  return { session, state, emit }
}

const open = () => {
  const clock = memoryClock()
  const threads = new LoadedThreads({ clock, logger: memoryLogger() })
  const told: Event[] = []
  const follow = (name = 'test') =>
    threads.follow(threadId, {
      clientId: ClientId.parse(name),
      clientName: name,
      canDrive: true,
      canAnswer: true,
      onEvent: (next) => told.push(next),
    })
  return { clock, threads, told, follow }
}

test('who follows is told what happens, and the session who follows, also those who came before it', () => {
  const { threads, told, follow } = open()
  const { session, state, emit } = handSession([])
  follow('early')
  threads.install(session)
  const leave = follow('late')
  emit(event(1))
  expect([told, state.clients]).toEqual([
    [event(1), event(1)],
    ['early', 'late'],
  ])
  leave()
  emit(event(2))
  expect([told.length, state.clients]).toEqual([3, ['early']])
})

test('a session that takes another’s place tells first what its forerunner had not told', async () => {
  const log: Event[] = []
  const { threads, told, follow } = open()
  const first = handSession(log)
  threads.install(first.session)
  follow()
  first.emit(event(1))
  await threads.close(threadId, 'unload')
  expect(threads.eventsAfter(threadId, 0)).toEqual([event(1)])
  const second = handSession([...log, event(2)])
  threads.install(second.session)
  expect(told).toEqual([event(1), event(2)])
})

test('what is remembered of a thread is readable until it is loaded, or until nobody follows it', () => {
  const { threads, told, follow } = open()
  threads.remember({ threadId, events: [event(1), event(2)] })
  const leave = follow()
  expect([threads.lastSeq(threadId), threads.eventsAfter(threadId, 1)]).toEqual([2, [event(2)]])
  threads.install(handSession([event(1), event(2), event(3)]).session)
  expect(told).toEqual([event(3)])
  threads.remove(threadId)
  threads.remember({ threadId, events: [event(1)] })
  leave()
  expect(threads.lastSeq(threadId)).toBeNull()
})

test('a thread that nobody follows and that does nothing is let go after a minute, and not before', async () => {
  const { clock, threads, follow } = open()
  const { session, state } = handSession([])
  threads.install(session)
  state.isIdle = false
  clock.advance(IDLE_THREAD_MS)
  await threads.turnstile.emptied()
  state.isIdle = true
  const leave = follow()
  clock.advance(IDLE_THREAD_MS)
  await threads.turnstile.emptied()
  leave()
  expect([state.closed, threads.session(threadId)]).toEqual([[], session])
  clock.advance(IDLE_THREAD_MS)
  await threads.turnstile.emptied()
  expect([state.closed, threads.session(threadId), clock.waiting()]).toEqual([['unload'], null, []])
})

test('a session that failed is known to have failed; its successor has not', () => {
  const { threads } = open()
  const { session, emit } = handSession([])
  threads.install(session)
  expect(threads.hasFailed(threadId)).toBe(false)
  emit(failure)
  expect(threads.hasFailed(threadId)).toBe(true)
  threads.install(handSession([failure]).session)
  expect(threads.hasFailed(threadId)).toBe(false)
})

test('one session that cannot be closed keeps no other from being closed', async () => {
  const { threads } = open()
  const { session } = handSession([])
  threads.install({ ...session, close: () => Promise.reject(new Error('full')) })
  await threads.closeAll('shutdown')
  expect(threads.session(threadId)).toBeNull()
})

test('a thread that could not be loaded again goes on, for whoever follows it, where it was', () => {
  const { threads, told, follow } = open()
  const { session, emit } = handSession([])
  threads.install(session)
  follow()
  emit(event(1))
  threads.remove(threadId)
  expect([threads.session(threadId), threads.lastSeq(threadId)]).toEqual([null, 1])
  threads.install(handSession([event(1), event(2)]).session)
  expect(told).toEqual([event(1), event(2)])
})
