import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { callItem, message } from '../../testing/turn-events.ts'
import type { ItemDraft } from '../item-draft.ts'
import { said } from './said.ts'

const id = ItemId.parse('i9')
const reasoning = (...summary: readonly string[]): ItemDraft => ({
  id,
  origin: 'assistant',
  body: { type: 'reasoning', summary: summary.map((text) => ({ type: 'summary_text', text })) },
})

test('messages and reasoning are reported whole, under their ids; calls and silent reasoning are not', () => {
  expect(said({ ...message('Done.'), id })).toEqual([{ type: 'agent_message', item_id: id, text: 'Done.' }])
  expect(said(reasoning('First.', 'Then.'))).toEqual([
    { type: 'agent_reasoning', item_id: id, text: 'First.\n\nThen.' },
  ])
  expect([...said(reasoning()), ...said({ ...callItem('c1'), id })]).toEqual([])
})
