import { expect, test } from 'vitest'
import { callIdOf } from './item-draft.ts'
import { createItemLog } from './item-log.ts'
import { createToldOutcomes } from './told-outcomes.ts'

test('an outcome finds its result, whichever comes first', () => {
  const log = createItemLog()
  const outcomes = createToldOutcomes(log)
  const place = { line: 1, at: 0 }
  const result = (id: string): void => {
    const item = log.append({ type: 'function_call_output', call_id: callIdOf(id), output: '' }, 'tool', place)
    if (item !== null) outcomes.result(id, item)
  }
  outcomes.tell('a', { success: true })
  result('a')
  result('b')
  outcomes.tell('b', { success: false })
  outcomes.tell(undefined, { success: false })
  result('c')
  expect(log.built().items.map((item) => 'success' in item && item.success)).toEqual([true, false, false])
  expect(log.built().items[2]).not.toHaveProperty('success')
})
