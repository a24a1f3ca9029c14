import { BlobId, ItemId, TurnId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { stampItem, textDraft } from './item-draft.ts'

test('a stamp adds id, time and turn, and nothing that is not known', () => {
  const draft = textDraft('synthetic', 'Stopped.')
  const id = ItemId.parse('i1')
  const body = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Stopped.' }] }
  expect(stampItem(draft, { id, at: 5 })).toEqual({ ...body, meta: { id, at: 5, origin: 'synthetic' } })
  const blob = { id: BlobId.parse('0'.repeat(64)), bytes: 9 }
  const turnId = TurnId.parse('tn_1')
  expect(stampItem({ ...draft, blob }, { id, at: 5, turnId }).meta).toEqual({
    id,
    at: 5,
    origin: 'synthetic',
    turn_id: turnId,
    blob,
  })
})
