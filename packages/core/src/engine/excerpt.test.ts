import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { spokenWords } from './excerpt.ts'
import { stampItem, textDraft } from './item-draft.ts'

const at = (n: number) => ({ id: ItemId.parse(`i${n}`), at: n })

test('only the user and the agent speak; what the program put there is nobody’s words', () => {
  const items = [
    stampItem(textDraft('context', 'instructions'), at(1)),
    stampItem(textDraft('user', 'Add a parser'), at(2)),
    stampItem(textDraft('handoff', 'packet'), at(3)),
    stampItem(textDraft('synthetic', 'Write a packet'), at(4)),
    stampItem(
      {
        origin: 'assistant',
        body: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Added.' }] },
      },
      at(5),
    ),
    stampItem(textDraft('user', ' \n'), at(6)),
  ]
  expect(spokenWords(items)).toEqual([
    { role: 'user', text: 'Add a parser' },
    { role: 'assistant', text: 'Added.' },
  ])
})
