import { estimateItem } from '@rawr/compaction'
import { ThreadId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { stampItem, textDraft } from '../engine/item-draft.ts'
import { WINDOW_TOKENS_DEFAULT } from '../engine/limits.ts'
import { BENCH_SETTINGS, memoryClock, memoryLog } from '../testing/index.ts'
import { openGauge, ratesOf, windowOf } from './gauge.ts'
import { openRecord } from './record.ts'

test('the gauge counts instructions and schemas once, initial context as fixed, and all that is seen', () => {
  const log = memoryLog({ threadId: ThreadId.parse('th_1'), clock: memoryClock() })
  const record = openRecord({ log, lines: [], rates: ratesOf(BENCH_SETTINGS) })
  const specs = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }]
  const gauge = openGauge({ record, settings: BENCH_SETTINGS, instructions: 'Be brief. '.repeat(40), specs })
  const empty = gauge()
  expect(empty).toMatchObject({ fixedTokens: 0, visibleTokens: 0, windowTokens: 100_000 })
  expect(empty.staticTokens).toBeGreaterThan(80)
  const context = stampItem(textDraft('context', 'Use tabs.'), { id: record.nextItemId(), at: 1 })
  const words = stampItem(textDraft('user', 'Which?'), { id: record.nextItemId(), at: 1 })
  record.append([context, words].map((payload) => ({ type: 'response_item', payload })))
  expect(gauge()).toMatchObject({
    staticTokens: empty.staticTokens,
    fixedTokens: estimateItem(context),
    visibleTokens: estimateItem(context) + estimateItem(words),
  })
})

test('the window is what the settings say, else the default', () => {
  expect([windowOf(BENCH_SETTINGS), windowOf({ ...BENCH_SETTINGS, model: {} })]).toEqual([
    100_000,
    WINDOW_TOKENS_DEFAULT,
  ])
})
