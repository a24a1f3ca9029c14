import { expect, test } from 'vitest'
import type { Answer, Rejected } from '../frame.ts'
import { SubmissionId } from '../ids.ts'
import { openAsker } from './ask.ts'

const id = SubmissionId.parse('sb_1')
const accepted = { type: 'accepted', id, outcome: 'started', from_seq: 0 } as const
const answer: Answer = { type: 'answer', id, msg: { type: 'thread_list_result', threads: [] } }

test('a query resolves to the event that came before its accepted', async () => {
  const asker = openAsker(async () => {
    asker.note(answer)
    return accepted
  })
  expect(await asker.ask({ type: 'thread_list' }, { id })).toEqual({ ok: true, value: answer.msg })
})

test('a refusal is a value; an accepted without its answer, or with another one, is a fault of the daemon', async () => {
  const refusal: Rejected = { type: 'rejected', id, code: 'busy', message: 'No.', path: [] }
  const refused = openAsker(async () => refusal)
  expect(await refused.ask({ type: 'thread_list' }, { id })).toEqual({ ok: false, error: refusal })
  const silent = openAsker(async () => accepted)
  await expect(silent.ask({ type: 'thread_list' }, { id })).rejects.toThrow('without an answer')
  const wrong = openAsker(async () => {
    wrong.note(answer)
    return accepted
  })
  await expect(wrong.ask({ type: 'thread_search', query: 'x' }, { id })).rejects.toThrow('without an answer')
})

test('an answer that nobody waits for is not kept', async () => {
  const asker = openAsker(async () => accepted)
  asker.note(answer)
  await expect(asker.ask({ type: 'thread_list' }, { id })).rejects.toThrow('without an answer')
})
