/**
 * Threads as they lie on the disk, loaded or not: lists and searches them a page at a time, writes a fork, and marks one
 * that nobody has loaded.
 */
import {
  type AnswerTo,
  type Event,
  err,
  type Op,
  ok,
  pathKey,
  type Result,
  type RolloutLine,
  type SessionMeta,
  type SubmissionId,
  type ThreadChange,
  type ThreadId,
  type ThreadInfo,
  type WireError,
} from '@rawr/protocol'
import { excerptAround } from '../adapters/store/find-text.ts'
import { forkLines } from '../engine/fork-lines.ts'
import type { Clock } from '../ports/clock.ts'
import type { IdSource } from '../ports/id-source.ts'
import type { OpenLogError, ThreadStore, ThreadSummary } from '../ports/thread-log.ts'

type OpOf<Type extends Op['type']> = Extract<Op, { type: Type }>

export type Change = {
  readonly threadId: ThreadId
  readonly change: Pick<ThreadChange, 'name' | 'archived'>
  readonly submissionId: SubmissionId
}

export type ThreadShelf = {
  list(op: OpOf<'thread_list'>): Promise<AnswerTo<OpOf<'thread_list'>>>
  search(op: OpOf<'thread_search'>): Promise<AnswerTo<OpOf<'thread_search'>>>
  /** The new thread, which nobody has loaded yet. */
  fork(op: OpOf<'thread_fork'>): Promise<Result<ThreadId, WireError>>
  /** Of a thread that is not loaded; the event as it was logged. */
  change(change: Change): Promise<Result<Event, WireError>>
}

export type ShelfWorld = {
  readonly version: string
  readonly store: ThreadStore
  readonly clock: Clock
  readonly ids: IdSource
}

const LIMIT = 20

/** Bytes of logs that one search reads before it gives what it has. */
const SEARCH_BYTES_MAX = 256 * 1024 * 1024

export const openThreadShelf = (world: ShelfWorld): ThreadShelf => ({
  list: (op) => list(world, op),
  search: (op) => search(world, op),
  fork: (op) => fork(world, op),
  change: (change) => changeThread(world, change),
})

const list = async ({ store }: ShelfWorld, op: OpOf<'thread_list'>): Promise<AnswerTo<OpOf<'thread_list'>>> => {
  const { archived = false, cwd, limit = LIMIT, cursor } = op
  const threads = (await store.list()).filter(
    (thread) =>
      !thread.isUntouched &&
      thread.archived === archived &&
      (cwd === undefined || pathKey(thread.cwd) === pathKey(cwd)) &&
      isBehind(thread, cursor),
  )
  const shown = threads.slice(0, limit)
  const last = shown.at(-1)
  const more = last === undefined || shown.length === threads.length ? {} : { next_cursor: cursorOf(last) }
  return { type: 'thread_list_result', threads: shown.map(infoOf), ...more }
}

type Match = AnswerTo<OpOf<'thread_search'>>['matches'][number]

const search = async ({ store }: ShelfWorld, op: OpOf<'thread_search'>): Promise<AnswerTo<OpOf<'thread_search'>>> => {
  const { query, archived, limit = LIMIT, cursor } = op
  const threads = (await store.list()).filter(
    (thread) => (archived === undefined || thread.archived === archived) && isBehind(thread, cursor),
  )
  const matches: Match[] = []
  let bytes = 0
  for (const [index, thread] of threads.entries()) {
    const match = await matchOf(store, thread, query)
    if (match !== null) matches.push(match)
    bytes += thread.bytes
    const isLast = index === threads.length - 1
    if (!isLast && (matches.length >= limit || bytes >= SEARCH_BYTES_MAX))
      return { type: 'thread_search_result', matches, next_cursor: cursorOf(thread) }
  }
  return { type: 'thread_search_result', matches }
}

const matchOf = async (store: ThreadStore, summary: ThreadSummary, query: string): Promise<Match | null> => {
  const thread = infoOf(summary)
  const inName = excerptAround(summary.name, query)
  if (inName !== null) return { thread, where: 'name', excerpt: inName }
  const inFirstWords = excerptAround(summary.firstUserText, query)
  if (inFirstWords !== null) return { thread, where: 'first_words', excerpt: inFirstWords }
  const found = await store.findText(summary, query)
  return found === null ? null : { thread, where: 'text', item_id: found.itemId, excerpt: found.excerpt }
}

const infoOf = (summary: ThreadSummary): ThreadInfo => ({
  thread_id: summary.threadId,
  ...(summary.name === '' ? {} : { name: summary.name }),
  cwd: summary.cwd,
  created_at: summary.createdAt,
  updated_at: summary.updatedAt,
  first_words: summary.firstUserText,
  archived: summary.archived,
  ...(summary.forkedFrom === null ? {} : { forked_from: summary.forkedFrom }),
  bytes: summary.bytes,
  ...(summary.unreadBytes === 0 ? {} : { unread_bytes: summary.unreadBytes }),
})

/** Its place in the order of the list; a thread that changes meanwhile moves to the front and is not seen again. */
const cursorOf = ({ updatedAt, threadId }: ThreadSummary): string => `${updatedAt} ${threadId}`

const isBehind = (thread: ThreadSummary, cursor: string | undefined): boolean =>
  cursor === undefined || cursorOf(thread) < cursor

const fork = async (world: ShelfWorld, op: OpOf<'thread_fork'>): Promise<Result<ThreadId, WireError>> => {
  const { store, clock, ids } = world
  const read = await store.read(op.thread_id)
  if (!read.ok) return err(storeFault(read.error))
  const to = ids.thread()
  const made = forkLines({ lines: read.value, at: op.at ?? null, from: op.thread_id, to, now: clock.now() })
  if (!made.ok) return err({ ...made.error, path: [...(made.error.path ?? [])] })
  const log = await store.create(metaOf(world, { id: to, cwd: op.cwd ?? cwdOf(read.value) }))
  try {
    log.append(made.value)
    await log.sync()
  } finally {
    await log.close()
  }
  return ok(to)
}

const metaOf = ({ clock, version }: ShelfWorld, own: Pick<SessionMeta, 'id' | 'cwd'>): SessionMeta => ({
  ...own,
  timestamp: new Date(clock.now()).toISOString(),
  originator: 'rawr',
  cli_version: version,
  source: 'daemon',
})

const cwdOf = (lines: readonly RolloutLine[]): string =>
  lines.findLast((line) => line.type === 'session_meta')?.payload.cwd ?? ''

const changeThread = async (
  { store }: ShelfWorld,
  { threadId, change, submissionId }: Change,
): Promise<Result<Event, WireError>> => {
  const opened = await store.open(threadId)
  if (!opened.ok) return err(storeFault(opened.error))
  const { log, lines } = opened.value
  try {
    const seq = 1 + (lines.findLast((line) => line.type === 'event_msg')?.payload.seq ?? 0)
    const msg = { type: 'thread_changed', ...change } as const
    log.append([
      { type: 'thread', payload: change },
      { type: 'event_msg', payload: { seq, submission_id: submissionId, msg } },
    ])
    await log.sync()
    return ok({ type: 'event', thread_id: threadId, seq, id: submissionId, msg })
  } finally {
    await log.close()
  }
}

const storeFault = ({ code, message }: OpenLogError): WireError => ({
  code: code === 'thread_not_found' ? 'thread_not_found' : code === 'in_use' ? 'busy' : 'internal',
  message,
  path: ['op', 'thread_id'],
})
