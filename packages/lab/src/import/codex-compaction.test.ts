import { expect, test } from 'vitest'
import { codexCompaction } from './codex-compaction.ts'
import type { ItemDraft } from './item-draft.ts'
import { createItemLog } from './item-log.ts'

const place = { line: 1, at: 0 }
const said = (text: string): ItemDraft => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const payload = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

test('the same words said twice are kept one by one, the newest summary is no word of the user', () => {
  const log = createItemLog()
  log.append(said('go on'), 'user', place)
  log.append(said('go on'), 'user', place)
  const compaction = codexCompaction({
    payload: {
      message: 'It went on.',
      replacement_history: [payload('go on'), payload('go on'), payload('go on'), payload('Summary: It went on.')],
    },
    log,
    place,
    tokensBefore: 9,
  })
  expect(compaction).toMatchObject({
    strategy: 'inline',
    message: 'It went on.',
    tokensBefore: 9,
    slots: [
      { kind: 'keep', id: 'i1' },
      { kind: 'keep', id: 'i2' },
      { kind: 'insert', item: { meta: { origin: 'user' } } },
      { kind: 'insert', item: { meta: { origin: 'summary' } } },
    ],
  })
})
