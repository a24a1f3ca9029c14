/** A session over memory ports: what is not given is filled in, and the log can be cut and opened again. */
import {
  ClientId,
  DEFAULT_SETTINGS,
  type Event,
  type Op,
  type RolloutLine,
  type Settings,
  SubmissionId,
  ThreadId,
} from '@rawr/protocol'
import { openSession } from '../runtime/session.ts'
import type { InitialContext, Session, SessionDeps } from '../runtime/session-deps.ts'
import {
  type MemoryAudit,
  type MemoryClock,
  type MemoryLog,
  type MemoryLogger,
  memoryAudit,
  memoryBlobs,
  memoryClock,
  memoryIds,
  memoryLog,
  memoryLogger,
  memoryTools,
} from './memory-ports.ts'
import { recordThread } from './recorded-threads.ts'
import { type ScriptedModel, type ScriptedStep, scriptedModel } from './scripted-model.ts'
import { watchThread } from './watched-thread.ts'

export type SessionBench = Partial<Omit<SessionDeps, 'model' | 'clock' | 'log'>> & {
  readonly script?: readonly ScriptedStep[]
  /** `null`: no model is configured. */
  readonly model?: SessionDeps['model']
  readonly clock?: MemoryClock
  readonly onSync?: () => Promise<void>
  readonly onAppend?: () => void
  /** Nobody attaches by itself. */
  readonly alone?: boolean
  /** Why the laws may be broken here: what stands in `lines` no session wrote, or the world is meant to lie. */
  readonly unjudged?: string
}

export type OpenedSession = {
  readonly session: Session
  readonly events: readonly Event[]
  readonly log: MemoryLog
  readonly clock: MemoryClock
  readonly model: ScriptedModel
  readonly audit: MemoryAudit
  readonly logger: MemoryLogger
  /** The client that drives. */
  readonly clientId: ClientId
  submit(id: string, op: Op, clientId?: ClientId): ReturnType<Session['submit']>
  say(id: string, text: string): ReturnType<Session['submit']>
  /** Resolves with the first event for which `is` holds, past or to come. */
  until(is: (event: Event) => boolean): Promise<Event>
  /** The terminal event of a submission. */
  ended(id: string): Promise<Event>
}

const NO_CONTEXT: InitialContext = { instructions: [], shell: 'bash', date: '2026-03-14', warnings: [] }

export const BENCH_SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  model: { name: 'scripted-1', context_window: 100_000 },
  approvals: { policy: 'never' },
}

const metaLine = (id: ThreadId, at: number): RolloutLine => {
  const timestamp = new Date(at).toISOString()
  const made = { originator: 'rawr', cli_version: '0.1.0', source: 'test' }
  return { timestamp, ordinal: 0, type: 'session_meta', payload: { id, timestamp, cwd: '/home/ada/harbour', ...made } }
}

export const sessionBench = (bench: SessionBench = {}): OpenedSession => {
  const clock = bench.clock ?? memoryClock()
  const threadId = bench.threadId ?? ThreadId.parse('th_bench')
  const lines = bench.lines ?? [metaLine(threadId, clock.now())]
  const { onSync, onAppend } = bench
  const log = memoryLog({
    threadId,
    lines,
    clock,
    ...(onSync === undefined ? {} : { onSync }),
    ...(onAppend === undefined ? {} : { onAppend }),
  })
  const model = scriptedModel(bench.script ?? [])
  const audit = memoryAudit()
  const logger = memoryLogger()
  const watched = watchThread({ log, lines })
  const session = openSession({
    threadId,
    lines,
    tools: memoryTools({}),
    blobs: memoryBlobs(),
    audit,
    ids: memoryIds(),
    logger,
    settings: BENCH_SETTINGS,
    cwd: '/home/ada/harbour',
    env: {},
    readContext: async () => NO_CONTEXT,
    ...bench,
    model: bench.model === null ? null : watched.model(bench.model ?? model),
    log,
    clock,
  })
  const clientId = ClientId.parse('cl_driver')
  const events: Event[] = session.eventsAfter(0)
  const watchers = new Set<(event: Event) => void>()
  session.attach((event) => {
    events.push(event)
    for (const watcher of watchers) watcher(event)
  })
  if (bench.alone !== true) session.clientAttached({ clientId, name: 'bench', canDrive: true, canAnswer: true })
  if (bench.unjudged === undefined)
    recordThread(() => watched.breaches({ events, state: session.isIdle() ? 'at_rest' : 'running' }))
  const submit: OpenedSession['submit'] = (id, op, from = clientId) =>
    watched.answer(op, session.submit({ id: SubmissionId.parse(id), op, clientId: from }))
  const until: OpenedSession['until'] = (is) =>
    new Promise((resolve) => {
      const past = events.find(is)
      if (past !== undefined) return resolve(past)
      const watcher = (event: Event): void => {
        if (!is(event)) return
        watchers.delete(watcher)
        resolve(event)
      }
      watchers.add(watcher)
    })
  return {
    session,
    events,
    log,
    clock,
    model,
    audit,
    logger,
    clientId,
    submit,
    say: (id, text) => submit(id, { type: 'user_turn', items: [{ type: 'text', text }] }),
    until,
    ended: (id) =>
      until(({ id: of, msg }) => of === id && (msg.type === 'turn_complete' || msg.type === 'turn_aborted')),
  }
}
