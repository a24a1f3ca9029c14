import { expect, test } from 'vitest'
import { call, type Draft, numbered, result } from '../testing/items.ts'
import { DEFAULT_RATES } from '../tokens/estimate.ts'
import { callsToRepay, clearableResults, leastSaving } from './clearable.ts'

const long = 'a line of output\n'.repeat(100)
const used = (callId: string, name: string): readonly Draft[] => [call(callId, name, {}), result(callId, long)]
const clearable = (drafts: readonly Draft[], keepLast = 0, pinned: readonly string[] = []) =>
  clearableResults({
    items: numbered(drafts),
    isPinned: ({ meta }) => pinned.includes(meta.id),
    keepLast,
    rates: DEFAULT_RATES,
  })

test('results of tools that can be asked again go, an edit or a plan stays', () => {
  const names = [
    'shell',
    'Bash',
    'read_file',
    'grep',
    'list_dir',
    'WebFetch',
    'mcp__db__query',
    'apply_patch',
    'update_plan',
    'task',
  ]
  const cleared = clearable(names.flatMap((name, index) => used(`c${index}`, name)))
  expect(cleared.map(({ item }) => item.call_id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
})

test('the newest stay, and what is pinned', () => {
  const drafts = ['1', '2', '3', '4'].flatMap((callId) => used(callId, 'shell'))
  expect(clearable(drafts, 2, ['i2']).map(({ item }) => item.call_id)).toEqual(['2'])
  expect(clearable(drafts, 9)).toEqual([])
})

test('of calls that were made side by side all results stay, or none', () => {
  const batch = [call('a', 'read', {}), call('b', 'read', {}), call('c', 'read', {})]
  const results = ['a', 'b', 'c'].map((callId) => result(callId, long))
  const drafts = [...used('1', 'shell'), ...used('2', 'shell'), ...batch, ...results]
  for (const keepLast of [1, 2, 3])
    expect(clearable(drafts, keepLast).map(({ item }) => item.call_id)).toEqual(['1', '2'])
  expect(clearable(drafts, 4).map(({ item }) => item.call_id)).toEqual(['1'])
  expect(clearable(drafts, 0)).toHaveLength(5)
})

test('a short result is not worth a placeholder, and the placeholder names the item', () => {
  expect(clearable([call('1', 'shell', {}), result('1', 'ok')])).toEqual([])
  expect(clearable(used('1', 'shell'))[0]?.placeholder).toMatch(/^\[i2: result of shell cleared, \d+ tokens;/)
})

test('the least saving grows with the window, and the repayment with what stands behind', () => {
  expect([leastSaving(20_000, 200_000), leastSaving(20_000, 8_000)]).toEqual([20_000, 800])
  expect(callsToRepay(20_000, 60_000)).toBe(34.5)
  expect(callsToRepay(0, 1)).toBe(Number.POSITIVE_INFINITY)
})
