import { DEFAULT_RATES, visibleItems } from '@rawr/compaction'
import { CallId, type RolloutItem, ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { stampItem, textDraft } from '../engine/item-draft.ts'
import { memoryClock, memoryLog } from '../testing/index.ts'
import { openRecord, type ThreadRecord } from './record.ts'

const opened = (lines: Parameters<typeof openRecord>[0]['lines'] = []) => {
  const log = memoryLog({ threadId: ThreadId.parse('th_1'), lines, clock: memoryClock() })
  return { log, record: openRecord({ log, lines, rates: DEFAULT_RATES }) }
}

const itemOf = (record: ThreadRecord, text: string): RolloutItem => ({
  type: 'response_item',
  payload: stampItem(textDraft('user', text), { id: record.nextItemId(), at: 1 }),
})

test('what is appended is in the log and in the history, and reads back the same', () => {
  const { log, record } = opened()
  record.append([itemOf(record, 'one'), itemOf(record, 'two')])
  expect(visibleItems(record.history())).toHaveLength(2)
  const again = opened(log.lines).record
  expect(visibleItems(again.history())).toEqual(visibleItems(record.history()))
  expect(again.ledger()).toEqual(record.ledger())
})

test('item ids go on behind the highest the log holds, in base 36', () => {
  const { log, record } = opened()
  for (let n = 1; n < 36; n += 1) record.append([itemOf(record, `${n}`)])
  expect(record.nextItemId()).toBe('i10')
  expect(opened(log.lines).record.nextItemId()).toBe('i10')
  expect(opened().record.nextItemId()).toBe('i1')
})

test('calls are known by their ids', () => {
  const { record } = opened()
  const call_id = CallId.parse('call_1')
  const body = { type: 'function_call', name: 'read', arguments: '{}', call_id } as const
  record.append([
    { type: 'response_item', payload: stampItem({ body, origin: 'assistant' }, { id: record.nextItemId(), at: 1 }) },
  ])
  expect([record.hasCall('call_1'), record.hasCall('call_2')]).toEqual([true, false])
})
