/**
 * What a client says is let through here: to a thread that it follows, or that it has just asked to resume. A client that
 * comes back sends both in one breath, and what it says must not be refused because the thread is still being loaded.
 */
import {
  type Accepted,
  go,
  NEEDS_NO_THREAD,
  type Rejected,
  type Seq,
  type Step,
  type Submission,
  type SubmissionId,
  stay,
  type ThreadId,
  type WireError,
} from '@rawr/protocol'
import type {
  ConnectionEffect,
  ConnectionEvent,
  ConnectionState,
  OpenConnection,
  Resuming,
  ThreadLink,
  Unopened,
} from './connection-state.ts'

/** Submissions of one client that wait for an answer. */
export const UNANSWERED_MAX = 256

/** Threads one client may follow. */
export const FOLLOWED_MAX = 64

type ConnectionStep = Step<ConnectionState, ConnectionEffect>

export const refuse = (id: Rejected['id'], { code, message, path }: WireError): ConnectionEffect => ({
  type: 'send',
  frame: { type: 'rejected', id, code, message, path },
})

export const tooManyThreads: WireError = {
  code: 'queue_full',
  message: `One client follows at most ${FOLLOWED_MAX} threads; a new connection names in last_seen those it still wants.`,
  path: ['last_seen'],
}

export const linkOf = (state: OpenConnection, threadId: ThreadId): ThreadLink | undefined =>
  state.links.find((link) => link.threadId === threadId)

export const withLink = (state: OpenConnection, link: ThreadLink): OpenConnection => ({
  ...state,
  links: [...withoutLink(state, link.threadId).links, link],
})

export const withoutLink = (state: OpenConnection, threadId: ThreadId): OpenConnection => ({
  ...state,
  links: state.links.filter((link) => link.threadId !== threadId),
})

const needsNoThread = (op: Submission['op']): boolean => NEEDS_NO_THREAD.some((type) => type === op.type)

export const admit = (state: OpenConnection, submission: Submission): ConnectionStep => {
  const error = refusal(state, submission)
  if (error !== null && isLeftToTheNext(error)) return stay(state)
  if (error !== null)
    return go<ConnectionState, ConnectionEffect>(state, refuse(submission.id, error), { type: 'measure' })
  const admitted = { ...state, unanswered: state.unanswered + 1 }
  if (submission.op.type === 'thread_resume')
    return go(resumed(admitted, submission.id, submission.op), { type: 'submit', submission })
  const resuming = waitsFor(state, submission)
  return resuming === undefined
    ? go(admitted, { type: 'submit', submission })
    : stay({
        ...admitted,
        resuming: state.resuming.map((one) =>
          one === resuming ? { ...one, waiting: [...one.waiting, submission] } : one,
        ),
      })
}

/**
 * A thread that closes with the daemon may have the message already, from an earlier connection. Only the next daemon can tell:
 * this socket ends in a moment, and what was not answered is sent again.
 */
const isLeftToTheNext = ({ code }: Pick<WireError, 'code'>): boolean => code === 'shutting_down'

type ResumeOp = Extract<Submission['op'], { type: 'thread_resume' }>

const resumed = (
  state: OpenConnection,
  id: SubmissionId,
  { thread_id: threadId, after_seq }: ResumeOp,
): OpenConnection => ({
  ...state,
  resuming: [...state.resuming, { id, threadId, afterSeq: after_seq ?? null, waiting: [] }],
  unopened: state.unopened.filter((one) => one.threadId !== threadId),
})

/** The resumption that must be answered first; none of a thread the client follows. */
const waitsFor = (
  state: OpenConnection,
  { op, thread_id }: Pick<Submission, 'op' | 'thread_id'>,
): Resuming | undefined =>
  needsNoThread(op) || thread_id === undefined || linkOf(state, thread_id) !== undefined
    ? undefined
    : state.resuming.findLast(({ threadId }) => threadId === thread_id)

const refusal = (state: OpenConnection, { op, thread_id }: Submission): WireError | null => {
  if (state.unanswered >= UNANSWERED_MAX)
    return { code: 'queue_full', message: `${UNANSWERED_MAX} submissions wait for an answer already.`, path: [] }
  if (opensOneMore(state, op)) return tooManyThreads
  if (needsNoThread(op)) return null
  if (thread_id === undefined)
    return { code: 'thread_required', message: `${op.type} must name its thread.`, path: ['thread_id'] }
  if (linkOf(state, thread_id) !== undefined || waitsFor(state, { op, thread_id }) !== undefined) return null
  // Perhaps the thread has it already: only why the thread cannot be opened is known.
  const unopened = state.unopened.find(({ threadId }) => threadId === thread_id)
  if (unopened !== undefined) return withWayOn(unopened.error)
  const message = `This client does not follow ${thread_id}; send thread_resume first.`
  return { code: 'thread_not_found', message, path: ['thread_id'] }
}

/** What was in the way may be gone by now, and only asking for the thread again finds out. */
const withWayOn = (error: WireError): WireError =>
  error.code === 'thread_not_found' ? error : { ...error, message: `${error.message} Resume the thread to try again.` }

/** Those in flight are not counted: what they open beyond the limit is not followed, and said so. */
const opensOneMore = ({ links }: OpenConnection, op: Submission['op']): boolean => {
  if (links.length < FOLLOWED_MAX) return false
  if (op.type === 'thread_resume') return links.every(({ threadId }) => threadId !== op.thread_id)
  return op.type === 'thread_start' || op.type === 'thread_fork'
}

/** An answer that led to a thread makes the client follow it, from its beginning or from where it asks. */
export const answered = (before: OpenConnection, event: Answered): ConnectionStep => {
  const { answer, result } = event
  const afterSeq = before.resuming.find(({ id }) => id === answer.id)?.afterSeq ?? null
  const { state, effects } = withoutWaiting({ ...before, unanswered: before.unanswered - 1 }, answer)
  if (result !== undefined && answer.type === 'accepted')
    return go<ConnectionState, ConnectionEffect>(
      state,
      { type: 'send', frame: { type: 'answer', id: answer.id, msg: result } },
      { type: 'send', frame: answer },
      { type: 'measure' },
    )
  const threadId = answer.type === 'accepted' ? answer.thread_id : undefined
  if (answer.type === 'rejected' && isLeftToTheNext(answer))
    return go<ConnectionState, ConnectionEffect>(state, ...effects, { type: 'measure' })
  const send: ConnectionEffect = { type: 'send', frame: answer }
  const link = threadId === undefined ? undefined : linkOf(state, threadId)
  if (threadId === undefined || link !== undefined) {
    const next = link === undefined || afterSeq === null ? state : withLink(state, retelling(link, afterSeq))
    return go<ConnectionState, ConnectionEffect>(next, send, ...effects, { type: 'measure' })
  }
  if (state.links.length >= FOLLOWED_MAX)
    return go<ConnectionState, ConnectionEffect>(state, send, refuse(null, tooManyThreads), ...effects, {
      type: 'measure',
    })
  return go<ConnectionState, ConnectionEffect>(
    withLink(state, { threadId, phase: 'opening', sentSeq: afterSeq ?? 0 }),
    send,
    { type: 'open_thread', threadId },
    ...effects,
  )
}

/** Read from the log like a first replay, at the client's pace; what happens meanwhile follows in its turn. */
const retelling = (link: ThreadLink, afterSeq: Seq): ThreadLink => ({
  ...link,
  phase: link.phase === 'live' ? 'replaying' : link.phase,
  sentSeq: Math.min(link.sentSeq, afterSeq),
})

type Answered = Extract<ConnectionEvent, { type: 'answered' }>

/** What waited for this answer goes to the thread now, or ends as its resumption did. */
const withoutWaiting = (
  state: OpenConnection,
  answer: Accepted | Rejected,
): { state: OpenConnection; effects: readonly ConnectionEffect[] } => {
  const resuming = state.resuming.find(({ id }) => id === answer.id)
  if (resuming === undefined) return { state, effects: [] }
  const rest = { ...state, resuming: state.resuming.filter((other) => other !== resuming) }
  const { waiting } = resuming
  if (answer.type === 'accepted')
    return { state: rest, effects: waiting.map((submission) => ({ type: 'submit', submission })) }
  const { code, message, path } = answer
  const error = { code, message, path: [...(path ?? [])] }
  const told = notOpened(rest, { threadId: resuming.threadId, error })
  return {
    state: { ...told, unanswered: told.unanswered - waiting.length },
    effects: isLeftToTheNext(error) ? [] : waiting.map(({ id }) => refuse(id, error)),
  }
}

/** As many are remembered as a client may follow. */
export const notOpened = (state: OpenConnection, { threadId, error }: Unopened): OpenConnection => ({
  ...state,
  unopened: [...state.unopened.filter((one) => one.threadId !== threadId), { threadId, error }].slice(-FOLLOWED_MAX),
})
