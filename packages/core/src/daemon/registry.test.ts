import {
  ClientId,
  type Event,
  err,
  type Op,
  ok,
  type RolloutLine,
  SubmissionId,
  ThreadId,
  type WireError,
} from '@rawr/protocol'
import { breachText, checkThread } from '@rawr/protocol/testing'
import { describe, expect, test } from 'vitest'
import { openSession } from '../runtime/session.ts'
import type { Session, SessionDeps } from '../runtime/session-deps.ts'
import {
  type MemoryClock,
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLogger,
  memoryThreadStore,
  memoryTools,
} from '../testing/memory-ports.ts'
import { recordThread } from '../testing/recorded-threads.ts'
import { type ScriptedModel, type ScriptedStep, scriptedModel } from '../testing/scripted-model.ts'
import { BENCH_SETTINGS } from '../testing/session-bench.ts'
import type { Loan } from './loan.ts'
import { openRegistry, type Registry, type ThreadOpener } from './registry.ts'
import { openThreadShelf, type ThreadShelf } from './thread-shelf.ts'

/** Threads over memory: real sessions, a scripted model, and a record of what was lent to each. */
type MemoryOpener = ThreadOpener & {
  /** Every loading, oldest first: `start`, `read` or the thread's id, and what was lent. */
  readonly opened: readonly (readonly [string, Loan])[]
  readonly model: ScriptedModel
  readonly shelf: ThreadShelf
}

const memoryOpener = (script: readonly ScriptedStep[] = []): MemoryOpener => {
  const clock = memoryClock()
  const store = memoryThreadStore(clock)
  const opened: [string, Loan][] = []
  const model = scriptedModel(script)
  const ids = memoryIds()
  const judgeLater = (threadId: ThreadId): void =>
    recordThread(() => checkThread({ lines: store.lines(threadId), state: 'running' }).map(breachText))
  const sessionOver = (log: SessionDeps['log'], lines: readonly RolloutLine[]): Session => {
    judgeLater(log.threadId)
    return openSession({
      threadId: log.threadId,
      log,
      lines,
      model,
      clock,
      ids,
      tools: memoryTools({}),
      blobs: memoryBlobs(),
      audit: memoryAudit(),
      logger: memoryLogger(),
      settings: BENCH_SETTINGS,
      cwd: '/home/ada/harbour',
      env: {},
      readContext: async () => ({ instructions: [], shell: 'bash', date: '2026-03-14', warnings: [] }),
    })
  }
  const notFound = (threadId: ThreadId): WireError => ({
    code: 'thread_not_found',
    message: `No thread ${threadId}.`,
    path: [],
  })
  return {
    opened,
    model,
    shelf: openThreadShelf({ version: '0.1.0', store, clock, ids }),
    start: async (loan) => {
      opened.push(['start', loan])
      const made = { originator: 'rawr', cli_version: '0.1.0', source: 'test' }
      const timestamp = new Date(clock.now()).toISOString()
      const id = ThreadId.parse(ids.thread())
      return ok(sessionOver(await store.create({ id, timestamp, cwd: loan.cwd, ...made }), []))
    },
    load: async (threadId, loan) => {
      opened.push([threadId, loan])
      const found = await store.open(threadId)
      return found.ok ? ok(sessionOver(found.value.log, found.value.lines)) : err(notFound(threadId))
    },
    check: async () => ok(null),
    read: async (threadId) => {
      opened.push(['read', {}])
      const found = await store.open(threadId)
      if (!found.ok) return err(notFound(threadId))
      await found.value.log.close()
      const events = found.value.lines.flatMap((line) =>
        line.type === 'event_msg'
          ? [{ type: 'event' as const, thread_id: threadId, id: line.payload.submission_id, ...line.payload }]
          : [],
      )
      return ok({ threadId, events })
    },
  }
}

const clientId = ClientId.parse('cl_1')
const lent = { cwd: '/shop', env: { LANG: 'C' }, api_key: 'k' }
const loan = { cwd: '/shop', env: { LANG: 'C' }, apiKey: 'k' }

type Bench = { registry: Registry; opener: MemoryOpener; clock: MemoryClock }

const open = (opener = memoryOpener()): Bench => {
  const clock = memoryClock()
  return { opener, clock, registry: openRegistry({ opener, shelf: opener.shelf, clock, logger: memoryLogger() }) }
}

const submit = ({ registry }: Bench, id: string, op: Op, thread_id?: ThreadId) =>
  registry.submit(
    { type: 'submission', id: SubmissionId.parse(id), op, ...(thread_id === undefined ? {} : { thread_id }) },
    clientId,
  )

const started = async (bench: Bench): Promise<ThreadId> => {
  const answer = await submit(bench, 'sb_start', { type: 'thread_start', ...lent })
  if (answer.type !== 'accepted' || answer.thread_id === undefined) throw new Error('not started')
  return answer.thread_id
}

const say = (text: string): Op => ({ type: 'user_turn', items: [{ type: 'text', text }] })

/** A follower and what it was told. */
const follow = ({ registry }: Bench, threadId: ThreadId) => {
  const told: Event[] = []
  const leave = registry.follow(threadId, {
    clientId,
    clientName: 'test',
    canDrive: true,
    canAnswer: true,
    onEvent: (event) => told.push(event),
  })
  return { told, leave, seqs: () => told.flatMap(({ seq }) => (seq === undefined ? [] : [seq])) }
}

describe('a start', () => {
  test('opens a thread with what was lent', async () => {
    const bench = open()
    await started(bench)
    expect(bench.opener.opened).toEqual([['start', loan]])
  })

  test('sent twice, even at once, is one', async () => {
    const bench = open()
    const op: Op = { type: 'thread_start', ...lent }
    const [first, second] = await Promise.all([submit(bench, 'sb_1', op), submit(bench, 'sb_1', op)])
    expect(second).toEqual({ ...first, outcome: 'duplicate' })
    expect(bench.opener.opened).toHaveLength(1)
  })
})

describe('a resume', () => {
  test('loads a thread that is not loaded', async () => {
    const bench = open()
    const threadId = await started(bench)
    await bench.registry.closeAll('unload')
    const next = open(bench.opener)
    expect(await submit(next, 'sb_2', { type: 'thread_resume', thread_id: threadId, ...lent })).toMatchObject({
      type: 'accepted',
      thread_id: threadId,
    })
    expect(next.opener.opened.at(-1)).toEqual([threadId, loan])
  })

  test('that lends nothing new leaves a loaded thread as it is', async () => {
    const bench = open()
    const threadId = await started(bench)
    await submit(bench, 'sb_2', { type: 'thread_resume', thread_id: threadId })
    expect(bench.opener.opened).toHaveLength(1)
  })

  test('that lends something else loads it anew, and keeps what it did not bring; who follows sees no break', async () => {
    const bench = open()
    const threadId = await started(bench)
    await submit(bench, 'sb_2', { type: 'interrupt' }, threadId)
    const { seqs, told } = follow(bench, threadId)
    const before = bench.registry.eventsAfter(threadId, 0).length
    await submit(bench, 'sb_3', { type: 'thread_resume', thread_id: threadId, api_key: 'another' })
    expect(bench.opener.opened.at(-1)).toEqual([threadId, { ...loan, apiKey: 'another' }])
    expect(seqs()[0]).toBe(before + 1)
    expect(told.map(({ msg }) => msg.type)).toContain('session_configured')
  })

  test('that comes while the thread works is heard once it is idle', async () => {
    const gate = Promise.withResolvers<void>()
    const bench = open(memoryOpener([{ text: 'Done.', after: gate.promise }]))
    const threadId = await started(bench)
    const { told } = follow(bench, threadId)
    await submit(bench, 'sb_2', say('Work'), threadId)
    const again: Op = { type: 'thread_resume', thread_id: threadId, api_key: 'another' }
    await submit(bench, 'sb_3', again)
    expect(bench.opener.opened).toHaveLength(1)
    gate.resolve()
    while (!told.some(({ msg }) => msg.type === 'turn_complete') || !bench.registry.isIdle())
      await new Promise((resolve) => setImmediate(resolve))
    await submit(bench, 'sb_4', again)
    expect(bench.opener.opened.at(-1)).toEqual([threadId, { ...loan, apiKey: 'another' }])
  })

  test('of a thread that is not there is refused, and nothing is kept of it', async () => {
    const bench = open()
    const none = ThreadId.parse('th_none')
    expect(await submit(bench, 'sb_1', { type: 'thread_resume', thread_id: none, ...lent })).toMatchObject({
      type: 'rejected',
      code: 'thread_not_found',
    })
    expect(await bench.registry.open(none)).toMatchObject({ ok: false })
    expect(bench.opener.opened.at(-1)).toEqual(['read', {}])
  })
})

describe('somebody who only looks', () => {
  test('sees the past without waking the thread; once it is resumed the rest follows without a break', async () => {
    const first = open(memoryOpener([{ text: 'Hello.' }]))
    const threadId = await started(first)
    await first.registry.closeAll('unload')
    const bench = open(first.opener)
    const opened = await bench.registry.open(threadId)
    const lastSeq = opened.ok ? opened.value.lastSeq : 0
    expect(lastSeq).toBeGreaterThan(0)
    expect(bench.registry.eventsAfter(threadId, 0)).toHaveLength(lastSeq)
    expect(bench.opener.opened.slice(1)).toEqual([['read', {}]])
    const { seqs } = follow(bench, threadId)
    await submit(bench, 'sb_2', { type: 'thread_resume', thread_id: threadId, ...lent })
    expect(seqs()[0]).toBe(lastSeq + 1)
  })

  test('is refused a thread that is not there', async () => {
    expect(await open().registry.open(ThreadId.parse('th_none'))).toMatchObject({
      ok: false,
      error: { code: 'thread_not_found' },
    })
  })
})

describe('messages', () => {
  test('reach the thread in the order they came, though it must be loaded first', async () => {
    const first = open(memoryOpener([{ text: 'One.' }, { text: 'Two.' }]))
    const threadId = await started(first)
    await first.registry.closeAll('unload')
    const bench = open(first.opener)
    const answers = await Promise.all([
      submit(bench, 'sb_a', say('a'), threadId),
      submit(bench, 'sb_b', say('b'), threadId),
    ])
    expect(answers).toMatchObject([{ outcome: 'started' }, { outcome: 'queued' }])
  })

  test('for a thread that cannot be loaded are refused', async () => {
    expect(await submit(open(), 'sb_1', say('a'), ThreadId.parse('th_none'))).toMatchObject({
      code: 'thread_not_found',
    })
  })

  test('after the end are refused, whatever they ask', async () => {
    const bench = open()
    const threadId = await started(bench)
    await bench.registry.closeAll('shutdown')
    expect(await submit(bench, 'sb_2', say('a'), threadId)).toMatchObject({ code: 'shutting_down' })
    expect(await submit(bench, 'sb_3', { type: 'thread_start', ...lent })).toMatchObject({ code: 'shutting_down' })
    expect(await bench.registry.open(threadId)).toMatchObject({ ok: false, error: { code: 'shutting_down' } })
  })

  test('that break something inside are answered, and the daemon lives', async () => {
    const opener = { ...memoryOpener(), load: () => Promise.reject(new Error('the disk is gone')) }
    const bench = open(opener)
    expect(await submit(bench, 'sb_1', say('a'), ThreadId.parse('th_1'))).toMatchObject({
      type: 'rejected',
      code: 'internal',
      message: 'the disk is gone',
    })
    expect(bench.registry.isIdle()).toBe(true)
  })
})
