/** Queries of a client: keeps the event that answers one until its `accepted` says that it is all. */
import type { AnswerTo, EventMsg } from '../event-msg.ts'
import type { Accepted, Answer, Rejected } from '../frame.ts'
import type { SubmissionId, ThreadId } from '../ids.ts'
import type { Query } from '../op.ts'
import { err, ok, type Result } from '../result.ts'

export type Asker = {
  ask<Asked extends Query>(query: Asked, options: AskOptions): Promise<Result<AnswerTo<Asked>, Rejected>>
  /** An answer came in; one that nobody waits for is not kept. */
  note(answer: Answer): void
}

type AskOptions = { readonly id: SubmissionId; readonly threadId?: ThreadId }

type Submit = (query: Query, options: AskOptions) => Promise<Accepted | Rejected>

export const openAsker = (submit: Submit): Asker => {
  const results = new Map<SubmissionId, EventMsg | null>()
  return {
    ask: async (query, options) => {
      const { id } = options
      results.set(id, null)
      try {
        const reply = await submit(query, options)
        const msg = results.get(id)
        if (reply.type === 'rejected') return err(reply)
        if (!isAnswer(query, msg)) throw new Error(`${query.type} was accepted without an answer`)
        return ok(msg)
      } finally {
        results.delete(id)
      }
    },
    note: ({ id, msg }) => {
      if (results.has(id)) results.set(id, msg)
    },
  }
}

const isAnswer = <Asked extends Query>(query: Asked, msg: EventMsg | null | undefined): msg is AnswerTo<Asked> =>
  msg?.type === `${query.type}_result`
