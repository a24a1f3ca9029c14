/** Threads over memory: real sessions, a scripted model, and a record of what was lent to each. */
import { err, ok, type RolloutLine, ThreadId, type WireError } from '@rawr/protocol'
import { openSession } from '../../runtime/session.ts'
import type { Session, SessionDeps } from '../../runtime/session-deps.ts'
import {
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLogger,
  memoryThreadStore,
  memoryTools,
} from '../../testing/memory-ports.ts'
import { type ScriptedModel, type ScriptedStep, scriptedModel } from '../../testing/scripted-model.ts'
import { BENCH_SETTINGS } from '../../testing/session-bench.ts'
import type { Loan, ThreadOpener } from '../registry.ts'

export type MemoryOpener = ThreadOpener & {
  /** Every loading, oldest first: `start`, `read` or the thread's id, and what was lent. */
  readonly opened: readonly (readonly [string, Loan])[]
  readonly model: ScriptedModel
}

export const memoryOpener = (script: readonly ScriptedStep[] = []): MemoryOpener => {
  const clock = memoryClock()
  const store = memoryThreadStore(clock)
  const opened: [string, Loan][] = []
  const model = scriptedModel(script)
  const ids = memoryIds()
  const sessionOver = (log: SessionDeps['log'], lines: readonly RolloutLine[]): Session =>
    openSession({
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
  const notFound = (threadId: ThreadId): WireError => ({
    code: 'thread_not_found',
    message: `No thread ${threadId}.`,
    path: [],
  })
  return {
    opened,
    model,
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
