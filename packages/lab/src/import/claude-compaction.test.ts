import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { clearResults, compactWithSummary } from './claude-compaction.ts'
import { callIdOf, type ItemDraft } from './item-draft.ts'
import { createItemLog } from './item-log.ts'

const place = { line: 1, at: 0 }
const result = (id: string): ItemDraft => ({ type: 'function_call_output', call_id: callIdOf(id), output: 'x' })
const told = { tokensBefore: undefined, tokensAfter: undefined }

test('clearing names results by call and attachments by record', () => {
  const log = createItemLog()
  for (const id of ['a', 'b', 'c']) log.append(result(id), 'tool', place)
  const made = new Map([['record', [ItemId.parse('i3')]]])
  clearResults(log, { kind: 'microcompact', callIds: ['a'], uuids: ['record'], ...told }, made, place)
  expect(log.visible().map(({ kind }) => kind)).toEqual(['clear', 'keep'])
})

test('a boundary without a summary leaves nothing but the tail', () => {
  const log = createItemLog()
  for (const id of ['a', 'b']) log.append(result(id), 'tool', place)
  const boundary = { kind: 'compact', trigger: 'manual', preserved: { uuids: ['kept', 'lost'] }, ...told } as const
  const made = new Map([['kept', [ItemId.parse('i2')]]])
  compactWithSummary({ log, boundary, summary: undefined, made, live: [], place })
  expect(log.visible()).toEqual([{ kind: 'keep', id: 'i2', position: 1 }])
  expect(log.built().compactions).toBe(1)
})
