/**
 * Submissions find their threads here. A thread is opened when somebody first asks for it; folder, environment and key
 * that a client lends it are kept in memory only, for as long as the daemon lives.
 */
import {
  type Accepted,
  type ClientId,
  type Event,
  err,
  ok,
  type Rejected,
  type Result,
  type SettingsLayer,
  type Submission,
  type SubmissionId,
  type ThreadId,
  type WireError,
} from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { CloseReason, Session } from '../runtime/session-deps.ts'
import { type Follower, openLoadedThreads } from './loaded-threads.ts'

/** What a client lends a thread (`thread_start`, `thread_resume`); never logged, echoed or replayed. */
export type Loan = {
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly apiKey?: string | undefined
  readonly settings?: SettingsLayer | undefined
}

export type ThreadOpener = {
  /** A new thread in the loan's folder. */
  start(loan: Loan & { readonly cwd: string }): Promise<Result<Session, WireError>>
  /** A thread from its log. */
  load(threadId: ThreadId, loan: Loan): Promise<Result<Session, WireError>>
}

export type Registry = {
  /** Never rejects: what goes wrong is an answer. */
  submit(submission: Submission, clientId: ClientId): Promise<Accepted | Rejected>
  open(threadId: ThreadId): Promise<Result<{ readonly lastSeq: number }, WireError>>
  /** The thread must be open. The returned function leaves. */
  follow(threadId: ThreadId, follower: Follower): () => void
  /** Of an open thread; none of another. */
  eventsAfter(threadId: ThreadId, seq: number): readonly Event[]
  snapshots(threadId: ThreadId): readonly Event[]
  /** Nothing runs and nothing is being loaded. */
  isIdle(): boolean
  closeAll(reason: CloseReason): Promise<void>
}

/** Starts remembered by their submission. */
const STARTS_MAX = 1_000

export type RegistryOptions = { readonly opener: ThreadOpener; readonly clock: Clock; readonly logger: Logger }

type Answer = Accepted | Rejected

export const openRegistry = ({ opener, clock, logger }: RegistryOptions): Registry => {
  const threads = openLoadedThreads({ clock, logger })
  const loans = new Map<ThreadId, Loan>()
  let isClosing = false

  const loaded = async (threadId: ThreadId): Promise<Result<Session, WireError>> => {
    const present = threads.session(threadId)
    if (present !== null) return ok(present)
    const session = await opener.load(threadId, loans.get(threadId) ?? {})
    if (session.ok) threads.install(session.value)
    return session
  }

  const start = async (submission: Submission): Promise<Answer> => {
    const loan = loanOf(submission)
    const session = await opener.start({ ...loan, cwd: loan.cwd ?? '' })
    if (!session.ok) return rejected(submission.id, session.error)
    const { threadId } = session.value
    loans.set(threadId, loan)
    threads.install(session.value)
    return { type: 'accepted', id: submission.id, outcome: 'started', thread_id: threadId, from_seq: 0 }
  }

  const startOnce = oncePerSubmission(start)

  const resume = async (threadId: ThreadId, submission: Submission): Promise<Answer> => {
    const old = loans.get(threadId) ?? {}
    const loan = { ...old, ...loanOf(submission) }
    const running = threads.session(threadId)
    const isStale = threads.hasFailed(threadId) || JSON.stringify(loan) !== JSON.stringify(old)
    loans.set(threadId, loan)
    // What runs goes on with what it was given; the new loan holds from the next loading on.
    const session = running?.isIdle() === true && isStale ? await reload(threadId, loan) : await loaded(threadId)
    if (!session.ok) loans.set(threadId, old)
    if (!session.ok) return rejected(submission.id, session.error)
    const from_seq = session.value.lastSeq()
    return { type: 'accepted', id: submission.id, outcome: 'started', thread_id: threadId, from_seq }
  }

  const reload = async (threadId: ThreadId, loan: Loan): Promise<Result<Session, WireError>> => {
    await threads.close(threadId, 'unload')
    const session = await opener.load(threadId, loan)
    if (session.ok) threads.install(session.value)
    else threads.remove(threadId)
    return session
  }

  /** The session takes it in turn and answers in its own time: one answer that takes long keeps no other waiting. */
  const toSession = async (threadId: ThreadId, { id, op }: Submission, clientId: ClientId): Promise<Answer> => {
    const taken = await threads.inTurn(threadId, async () => {
      const session = await loaded(threadId)
      const answer = session.ok
        ? session.value.submit({ id, op, clientId })
        : Promise.resolve(rejected(id, session.error))
      return { answer }
    })
    return taken.answer
  }

  const route = (submission: Submission, clientId: ClientId): Promise<Answer> => {
    const { id, op, thread_id } = submission
    if (isClosing) return Promise.resolve(rejected(id, SHUTTING_DOWN))
    if (op.type === 'thread_start') return startOnce(submission)
    if (op.type === 'thread_resume') return threads.inTurn(op.thread_id, () => resume(op.thread_id, submission))
    if (thread_id === undefined) throw new Error(`${op.type} without a thread was admitted`)
    return toSession(thread_id, submission, clientId)
  }

  return {
    submit: async (submission, clientId) => {
      try {
        return await route(submission, clientId)
      } catch (cause) {
        logger.error('submission_failed', { op: submission.op.type, cause })
        return rejected(submission.id, { code: 'internal', message: (cause as Error).message, path: [] })
      }
    },
    open: (threadId) =>
      threads.inTurn(threadId, async () => {
        if (isClosing) return err(SHUTTING_DOWN)
        const session = await loaded(threadId)
        return session.ok ? ok({ lastSeq: session.value.lastSeq() }) : session
      }),
    follow: threads.follow,
    eventsAfter: (threadId, seq) => threads.session(threadId)?.eventsAfter(seq) ?? [],
    snapshots: (threadId) => threads.session(threadId)?.snapshots() ?? [],
    isIdle: threads.isIdle,
    closeAll: async (reason) => {
      isClosing = true
      await threads.closeAll(reason)
    },
  }
}

const SHUTTING_DOWN: WireError = { code: 'shutting_down', message: 'The daemon is shutting down.', path: [] }

const rejected = (id: SubmissionId, { code, message, path }: WireError): Rejected => ({
  type: 'rejected',
  id,
  code,
  message,
  path,
})

/** A start sent twice, over two sockets say, leads to one thread. */
const oncePerSubmission = (start: (submission: Submission) => Promise<Answer>): typeof start => {
  const starts = new Map<SubmissionId, Promise<Answer>>()
  return async (submission) => {
    const earlier = starts.get(submission.id)
    if (earlier !== undefined) return asDuplicate(await earlier)
    const answer = start(submission)
    starts.set(submission.id, answer)
    for (const oldest of [...starts.keys()].slice(0, Math.max(0, starts.size - STARTS_MAX))) starts.delete(oldest)
    return answer
  }
}

const asDuplicate = (answer: Answer): Answer =>
  answer.type === 'accepted' ? { ...answer, outcome: 'duplicate' } : answer

/** Only what was brought: a resume without a key keeps the key that the thread has. */
const loanOf = ({ op }: Submission): Loan => {
  if (op.type !== 'thread_start' && op.type !== 'thread_resume') throw new Error(`${op.type} lends nothing`)
  const loan = { cwd: op.cwd, env: op.env, apiKey: op.api_key, settings: op.settings }
  return Object.fromEntries(Object.entries(loan).filter(([, value]) => value !== undefined))
}
