/** Answers to submissions: at once where refused, and once the log is on the disk where accepted. The same id is known again. */
import type { Accepted, Rejected, Seq, SubmissionId } from '@rawr/protocol'
import type { Refusal, SessionEffect } from '../engine/session/state.ts'

export type Reply = (answer: Accepted | Rejected) => void

export type Replies = {
  /** Notes who is to be answered. `false`: this id was accepted before; it has been answered `duplicate`. */
  expect(id: SubmissionId, reply: Reply): boolean
  accept(effect: Extract<SessionEffect, { type: 'accept' }>): void
  reject(id: SubmissionId, refusal: Refusal): void
  /** Nobody is left waiting when a session ends. */
  rejectAll(refusal: Refusal): void
}

export type RepliesDeps = {
  readonly sync: () => Promise<void>
  readonly lastSeq: () => Seq
  /** Accepted in earlier lives of the thread. */
  readonly known: ReadonlyMap<SubmissionId, Seq>
  /** The sender of this message was told that it is not accepted, though it is in the log. */
  readonly refused: (id: SubmissionId) => void
  readonly broken: (error: unknown) => void
}

const NOT_TAKEN = 'The disk did not take the message; it is not accepted.'

/** It may have been accepted before: its first sender was told, or will be. */
const UNCLEAR = 'The disk failed. Resume the thread and send the message again: what is in the log already counts once.'

/** Ids older than this many are forgotten; a client that repeats does so within seconds. */
const KNOWN_MAX = 10_000

type Waiting = { readonly reply: Reply; readonly fromSeq: Seq }

export const openReplies = ({ sync, lastSeq, known, refused, broken }: RepliesDeps): Replies => {
  const accepted = new Map(known)
  const waiting = new Map<SubmissionId, Waiting>()

  const answerWhenDurable = (reply: Reply, answer: Accepted): void => {
    sync().then(
      () => reply(answer),
      (error: unknown) => {
        const isFirst = answer.outcome !== 'duplicate'
        if (isFirst) refused(answer.id)
        reply(rejection(answer.id, { code: 'internal', message: isFirst ? NOT_TAKEN : UNCLEAR }))
        broken(error)
      },
    )
  }
  return {
    expect: (id, reply) => {
      const fromSeq = accepted.get(id)
      if (fromSeq !== undefined) {
        answerWhenDurable(reply, { type: 'accepted', id, outcome: 'duplicate', from_seq: fromSeq })
        return false
      }
      waiting.set(id, { reply, fromSeq: lastSeq() })
      return true
    },
    accept: ({ id, outcome, joined }) => {
      const asked = waiting.get(id)
      if (asked === undefined) throw new Error(`nobody asked for ${id}`)
      waiting.delete(id)
      accepted.set(id, asked.fromSeq)
      for (const [oldest] of accepted) if (accepted.size > KNOWN_MAX) accepted.delete(oldest)
      const other = joined === undefined ? {} : { joined }
      answerWhenDurable(asked.reply, { type: 'accepted', id, outcome, ...other, from_seq: asked.fromSeq })
    },
    reject: (id, refusal) => {
      waiting.get(id)?.reply(rejection(id, refusal))
      waiting.delete(id)
    },
    rejectAll: (refusal) => {
      for (const [id, { reply }] of waiting) reply(rejection(id, refusal))
      waiting.clear()
    },
  }
}

const rejection = (id: SubmissionId, { code, message, path = [] }: Refusal): Rejected => ({
  type: 'rejected',
  id,
  code,
  message,
  path: [...path],
})
