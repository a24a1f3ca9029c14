/**
 * Submissions find their threads here. A thread is opened when somebody first asks for it; folder, environment and key
 * that a client lends it are kept in memory only, for as long as the daemon lives.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type Accepted,
  type ClientId,
  type Event,
  type EventMsg,
  err,
  type Op,
  ok,
  overridden,
  type Query,
  type Rejected,
  type Result,
  type Seq,
  type Submission,
  type SubmissionId,
  type ThreadId,
  type WireError,
} from '@rawr/protocol'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { CloseReason, Session } from '../runtime/session-deps.ts'
import type { ThreadQuery } from '../runtime/thread-query.ts'
import { type Follower, LoadedThreads, type ThreadPast } from './loaded-threads.ts'
import { type Loan, loanOf } from './loan.ts'
import type { ThreadShelf } from './thread-shelf.ts'

export type ThreadOpener = {
  /** A new thread in the loan's folder. */
  start(loan: Loan & { readonly cwd: string }): Promise<Result<Session, WireError>>
  /** A thread from its log. */
  load(threadId: ThreadId, loan: Loan): Promise<Result<Session, WireError>>
  /** Whether it could be loaded with this loan, as far as can be told without loading it. */
  check(threadId: ThreadId, loan: Loan): Promise<Result<null, WireError>>
  /** Only what was logged: nothing is closed, continued or locked. */
  read(threadId: ThreadId): Promise<Result<ThreadPast, WireError>>
}

export type Registry = {
  /** Never rejects: what goes wrong is an answer. */
  submit(submission: Submission, clientId: ClientId): Promise<Accepted | Rejected>
  /** Never rejects either. Nothing changes by it, so it may be asked again under the same id. */
  ask(id: SubmissionId, query: Query, threadId: ThreadId | undefined): Promise<Result<EventMsg, WireError>>
  open(threadId: ThreadId): Promise<Result<{ readonly lastSeq: Seq }, WireError>>
  /** The thread must be open. The returned function leaves. */
  follow(threadId: ThreadId, follower: Follower): () => void
  /** Of an open thread; none of another. */
  eventsAfter(threadId: ThreadId, seq: Seq): readonly Event[]
  snapshots(threadId: ThreadId): readonly Event[]
  /** Nothing runs and nothing is being loaded. */
  isIdle(): boolean
  closeAll(reason: CloseReason): Promise<void>
}

/** Starts remembered by their submission. */
const STARTS_MAX = 1_000

export type RegistryOptions = {
  readonly opener: ThreadOpener
  readonly shelf: ThreadShelf
  readonly clock: Clock
  readonly logger: Logger
}

type Answer = Accepted | Rejected
type OverrideOp = Extract<Op, { type: 'override_turn_context' }>
type ThreadChangeOp = Extract<Op, { type: 'thread_rename' | 'thread_archive' }>

export const openRegistry = (options: RegistryOptions): Registry => new ThreadRegistry(options)

class ThreadRegistry implements Registry {
  readonly #opener: ThreadOpener
  readonly #logger: Logger
  readonly #threads: LoadedThreads
  readonly #shelf: ThreadShelf
  readonly #loans = new Map<ThreadId, Loan>()
  /** The loan that the session of a thread was opened with. */
  readonly #openedWith = new Map<ThreadId, Loan>()
  readonly #startOnce = oncePerSubmission((submission) => this.#start(submission))
  readonly #forkOnce = oncePerSubmission((submission) => this.#fork(submission))
  #isClosing = false

  constructor({ opener, shelf, clock, logger }: RegistryOptions) {
    this.#opener = opener
    this.#shelf = shelf
    this.#logger = logger
    this.#threads = new LoadedThreads({ clock, logger })
  }

  async submit(submission: Submission, clientId: ClientId): Promise<Answer> {
    try {
      return await this.#route(submission, clientId)
    } catch (cause) {
      this.#logger.error('submission_failed', { op: submission.op.type, cause })
      return rejected(submission.id, { code: 'internal', message: (cause as Error).message, path: [] })
    }
  }

  async ask(id: SubmissionId, query: Query, threadId: ThreadId | undefined): Promise<Result<EventMsg, WireError>> {
    try {
      return await this.#answer(query, threadId)
    } catch (cause) {
      this.#logger.error('query_failed', { op: query.type, id, cause })
      return err({ code: 'internal', message: (cause as Error).message, path: [] })
    }
  }

  open(threadId: ThreadId): Promise<Result<{ readonly lastSeq: Seq }, WireError>> {
    return this.#threads.turnstile.pass(threadId, async () => {
      const opened = this.#isClosing ? err(SHUTTING_DOWN) : await this.#openToLook(threadId)
      return opened.ok ? ok({ lastSeq: this.#threads.lastSeq(threadId) ?? 0 }) : opened
    })
  }

  follow(threadId: ThreadId, follower: Follower): () => void {
    return this.#threads.follow(threadId, follower)
  }

  eventsAfter(threadId: ThreadId, seq: Seq): readonly Event[] {
    return this.#threads.eventsAfter(threadId, seq)
  }

  snapshots(threadId: ThreadId): readonly Event[] {
    return this.#threads.session(threadId)?.snapshots() ?? []
  }

  isIdle(): boolean {
    return this.#threads.isIdle()
  }

  async closeAll(reason: CloseReason): Promise<void> {
    this.#isClosing = true
    await this.#threads.closeAll(reason)
  }

  #route(submission: Submission, clientId: ClientId): Promise<Answer> {
    const { id, op, thread_id } = submission
    const { turnstile } = this.#threads
    if (this.#isClosing) return Promise.resolve(rejected(id, SHUTTING_DOWN))
    if (op.type === 'thread_start') return this.#startOnce(submission)
    if (op.type === 'thread_resume') return turnstile.pass(op.thread_id, () => this.#resume(op.thread_id, submission))
    if (op.type === 'thread_fork') return this.#forkOnce(submission)
    if (op.type === 'thread_rename' || op.type === 'thread_archive') return this.#change(id, op, clientId)
    if (thread_id === undefined) throw new Error(`${op.type} without a thread was admitted`)
    if (op.type === 'override_turn_context') return this.#override(id, op, thread_id)
    return this.#toSession(thread_id, submission, clientId)
  }

  async #answer(query: Query, threadId: ThreadId | undefined): Promise<Result<EventMsg, WireError>> {
    switch (query.type) {
      case 'thread_list':
        return ok(await this.#shelf.list(query))
      case 'thread_search':
        return ok(await this.#shelf.search(query))
      case 'context_breakdown':
      case 'explain':
      case 'recall':
      case 'model_list':
      case 'compaction_show':
      case 'history_list':
      case 'history_show':
        return this.#askSession(threadId, query)
    }
  }

  async #askSession(threadId: ThreadId | undefined, query: ThreadQuery): Promise<Result<EventMsg, WireError>> {
    if (threadId === undefined) throw new Error(`${query.type} without a thread was admitted`)
    const session = await this.#threads.turnstile.pass(threadId, () => this.#loaded(threadId))
    if (!session.ok) return session
    const answer = await session.value.ask(query)
    return answer.ok ? answer : err({ ...answer.error, path: [...(answer.error.path ?? [])] })
  }

  async #start(submission: Submission): Promise<Answer> {
    const loan = loanOf(submission)
    const session = await this.#opener.start({ ...loan, cwd: loan.cwd ?? '' })
    if (!session.ok) return rejected(submission.id, session.error)
    const { threadId } = session.value
    if (this.#isClosing) await session.value.close('shutdown')
    if (this.#isClosing) return rejected(submission.id, SHUTTING_DOWN)
    this.#loans.set(threadId, loan)
    this.#openedWith.set(threadId, loan)
    this.#threads.install(session.value)
    return { type: 'accepted', id: submission.id, outcome: 'started', thread_id: threadId, from_seq: 0 }
  }

  /** The fork is lent what its original was, and what the client lends it. */
  async #fork(submission: Submission): Promise<Answer> {
    const { id, op } = submission
    if (op.type !== 'thread_fork') throw new Error(`${op.type} forks nothing`)
    const forked = await this.#shelf.fork(op)
    if (!forked.ok) return rejected(id, forked.error)
    const threadId = forked.value
    const loan = { ...this.#loans.get(op.thread_id), ...loanOf(submission) }
    this.#loans.set(threadId, loan)
    const session = await this.#threads.turnstile.pass(threadId, () => this.#load(threadId, loan))
    if (!session.ok) return rejected(id, session.error)
    return { type: 'accepted', id, outcome: 'started', thread_id: threadId, from_seq: 0 }
  }

  /** A list of threads changes them without loading each: only one that is loaded already takes it itself. */
  async #change(id: SubmissionId, op: ThreadChangeOp, clientId: ClientId): Promise<Answer> {
    const { thread_id } = op
    const taken = await this.#threads.turnstile.pass(thread_id, async () => {
      const session = this.#threads.session(thread_id)
      if (session !== null) return { answer: session.submit({ id, op, clientId }) }
      const change = op.type === 'thread_rename' ? { name: op.name } : { archived: op.archived ?? true }
      const changed = await this.#shelf.change({ threadId: thread_id, change, submissionId: id })
      if (!changed.ok) return { answer: rejected(id, changed.error) }
      this.#threads.note(changed.value)
      return { answer: { type: 'accepted', id, outcome: 'started', from_seq: (changed.value.seq ?? 1) - 1 } as const }
    })
    return taken.answer
  }

  /** The thread is loaded anew with what changes; a running turn is finished first. */
  async #override(id: SubmissionId, op: OverrideOp, threadId: ThreadId): Promise<Answer> {
    return this.#threads.turnstile.pass(threadId, async () => {
      const old = this.#loans.get(threadId) ?? {}
      const loan = overridden(old, op)
      const session = await this.#loaded(threadId)
      if (!session.ok) return rejected(id, session.error)
      const from_seq = session.value.lastSeq()
      if (!session.value.isIdle()) {
        const checked = await this.#opener.check(threadId, loan)
        if (!checked.ok) return rejected(id, checked.error)
        this.#loans.set(threadId, loan)
        void session.value.rest().then(() => this.#renew(threadId, session.value))
        return { type: 'accepted', id, outcome: 'queued', from_seq }
      }
      const renewed = await this.#reload(threadId, loan)
      if (!renewed.ok) {
        await this.#load(threadId, old)
        return rejected(id, renewed.error)
      }
      this.#loans.set(threadId, loan)
      return { type: 'accepted', id, outcome: 'started', from_seq }
    })
  }

  /** Once at rest: with everything that was asked for until now. */
  #renew(threadId: ThreadId, rested: Session): Promise<void> {
    return this.#threads.turnstile.pass(threadId, async () => {
      if (this.#isClosing || this.#threads.session(threadId) !== rested) return
      const renewed = await this.#reload(threadId, this.#loans.get(threadId) ?? {})
      if (!renewed.ok) this.#logger.error('thread_not_renewed', { thread: threadId, message: renewed.error.message })
    })
  }

  async #resume(threadId: ThreadId, submission: Submission): Promise<Answer> {
    const old = this.#loans.get(threadId)
    const loan = { ...old, ...loanOf(submission) }
    const isStale = this.#threads.hasFailed(threadId) || !isDeepStrictEqual(loan, this.#openedWith.get(threadId))
    this.#loans.set(threadId, loan)
    // What runs goes on with what it was given; the new loan holds from the next resume or loading on.
    const canReload = isStale && this.#threads.session(threadId)?.isIdle() === true
    const session = canReload ? await this.#reload(threadId, loan) : await this.#loaded(threadId)
    if (session.ok) {
      const from_seq = session.value.lastSeq()
      return { type: 'accepted', id: submission.id, outcome: 'started', thread_id: threadId, from_seq }
    }
    if (old === undefined) this.#loans.delete(threadId)
    else this.#loans.set(threadId, old)
    return rejected(submission.id, session.error)
  }

  /** The session takes it in turn and answers in its own time: one answer that takes long keeps no other waiting. */
  async #toSession(threadId: ThreadId, { id, op }: Submission, clientId: ClientId): Promise<Answer> {
    const taken = await this.#threads.turnstile.pass(threadId, async () => {
      const session = await this.#loaded(threadId)
      // Wrapped, as a bare promise would be waited for inside the turnstile.
      return { answer: session.ok ? session.value.submit({ id, op, clientId }) : rejected(id, session.error) }
    })
    return taken.answer
  }

  async #loaded(threadId: ThreadId): Promise<Result<Session, WireError>> {
    const present = this.#threads.session(threadId)
    return present === null ? this.#load(threadId, this.#loans.get(threadId) ?? {}) : ok(present)
  }

  async #reload(threadId: ThreadId, loan: Loan): Promise<Result<Session, WireError>> {
    await this.#threads.close(threadId, 'unload')
    const session = await this.#load(threadId, loan)
    if (!session.ok) this.#threads.remove(threadId)
    return session
  }

  async #load(threadId: ThreadId, loan: Loan): Promise<Result<Session, WireError>> {
    const session = await this.#opener.load(threadId, loan)
    if (!session.ok) return session
    this.#openedWith.set(threadId, loan)
    this.#threads.install(session.value)
    return session
  }

  /**
   * After a new start of the daemon the folder, environment and key of a thread are not known until somebody resumes it:
   * loaded without them, messages that wait in its queue would be sent to the wrong model, or to none.
   */
  async #openToLook(threadId: ThreadId): Promise<Result<unknown, WireError>> {
    if (this.#threads.lastSeq(threadId) !== null) return ok(null)
    if (this.#loans.has(threadId)) return this.#loaded(threadId)
    const past = await this.#opener.read(threadId)
    if (past.ok) this.#threads.remember(past.value)
    return past
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
