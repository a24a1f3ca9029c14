import { type Compacted, CompactionId, type View } from '@rawr/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, historyWith, id, line, numbered, result, say, user, withCompaction } from '../testing/items.ts'
import { session } from '../testing/random-session.ts'
import { estimateItem } from '../tokens/estimate.ts'
import {
  activeCompaction,
  allItems,
  appendItem,
  applyLine,
  emptyHistory,
  historyFromLines,
  itemCount,
  visibleItems,
  visibleTokens,
} from './history.ts'

const compacted = (name: string, view: View): Compacted => ({
  id: CompactionId.parse(name),
  trigger: 'manual',
  requested: 'extractive',
  strategy: 'extractive',
  message: '',
  tokens_before: 0,
  tokens_after: 0,
  view,
  anchor_hash: '',
  prompt_version: '1',
  duration_ms: 0,
})

const keep = (first: string, last: string): View['entries'][number] => ({
  kind: 'keep',
  first: id(first),
  last: id(last),
})
const undo = (name: string) => line({ type: 'undo', payload: { compacted_id: CompactionId.parse(name) } })
const redo = (name: string) => line({ type: 'redo', payload: { compacted_id: CompactionId.parse(name) } })
const rollback = (turns: number) => line({ type: 'rollback', payload: { turns } })
const idsOf = (history: Parameters<typeof visibleItems>[0]) => visibleItems(history).map((item) => item.meta.id)

describe('history', () => {
  it('is what was appended, whatever the cut: old ++ recent = history', () => {
    fc.assert(
      fc.property(session({ turnsMax: 6 }), fc.nat(), (drafts, cut) => {
        const items = numbered(drafts)
        const at = cut % (items.length + 1)
        const old = items.slice(0, at).reduce(appendItem, emptyHistory)
        const whole = items.slice(at).reduce(appendItem, old)
        expect(allItems(whole)).toEqual(items)
        expect(allItems(old)).toEqual(items.slice(0, at))
      }),
    )
  })

  it('stays as it is when another version grows from it', () => {
    const base = historyWith([user('a'), say('b')])
    const [, , left, right] = numbered([user('a'), say('b'), say('left'), say('right')])
    const one = appendItem(base, left!)
    const two = appendItem(base, right!)
    expect([idsOf(base), idsOf(one), idsOf(two)]).toEqual([
      ['i1', 'i2'],
      ['i1', 'i2', 'i3'],
      ['i1', 'i2', 'i4'],
    ])
  })

  it('refuses an id that is already there, but reads a repeated log line once', () => {
    const [item] = numbered([user('a')])
    const history = appendItem(emptyHistory, item!)
    expect(() => appendItem(history, item!)).toThrow('item i1 is already in the history')
    expect(itemCount(applyLine(history, line({ type: 'response_item', payload: item! })))).toBe(1)
  })

  it('counts the tokens of what is seen', () => {
    const history = historyWith([user('a b c'), say('d'), user('e')])
    const sum = (ids: readonly string[]) =>
      allItems(history)
        .filter((item) => ids.includes(item.meta.id))
        .reduce((total, item) => total + estimateItem(item), 0)
    expect(visibleTokens(history)).toBe(sum(['i1', 'i2', 'i3']))
    const after = withCompaction(history, compacted('c1', { through: id('i2'), entries: [keep('i1', 'i1')] }))
    expect(visibleTokens(after)).toBe(sum(['i1', 'i3']))
  })

  it('shows the view, and behind it what came since', () => {
    const history = historyWith([user('a'), say('b'), call('1', 'x', {}), result('1', 'r'), say('c')])
    const after = withCompaction(
      history,
      compacted('c1', { through: id('i4'), entries: [keep('i1', 'i1'), keep('i3', 'i4')] }),
    )
    expect(idsOf(after)).toEqual(['i1', 'i3', 'i4', 'i5'])
  })

  it('ignores a view over items it does not have', () => {
    const history = historyWith([user('a')])
    expect(withCompaction(history, compacted('c1', { through: id('i1'), entries: [keep('i7', 'i7')] }))).toBe(history)
    expect(withCompaction(history, compacted('c1', { through: id('i9'), entries: [] }))).toBe(history)
  })

  it('takes off one compaction at a time', () => {
    const first = withCompaction(
      historyWith([user('a'), say('b')]),
      compacted('c1', { through: id('i2'), entries: [keep('i2', 'i2')] }),
    )
    const grown = appendItem(first, numbered([user('a'), say('b'), say('c')])[2]!)
    const second = withCompaction(grown, compacted('c2', { through: id('i3'), entries: [keep('i3', 'i3')] }))
    expect(idsOf(second)).toEqual(['i3'])
    const once = applyLine(second, undo('c2'))
    expect(idsOf(once)).toEqual(['i2', 'i3'])
    expect(activeCompaction(once)?.entry.id).toBe('c1')
    const twice = applyLine(once, undo('c1'))
    expect(idsOf(twice)).toEqual(['i1', 'i2', 'i3'])
    expect(idsOf(applyLine(twice, redo('c1')))).toEqual(['i2', 'i3'])
  })

  it('forgets the compactions of the turns that are rolled back', () => {
    const turns = [user('1', 't1'), say('a'), user('2', 't2'), say('b'), user('3', 't3'), say('c')]
    const compactedAfterThree = withCompaction(
      historyWith(turns),
      compacted('c1', { through: id('i6'), entries: [keep('i6', 'i6')] }),
    )
    expect(idsOf(applyLine(compactedAfterThree, rollback(1)))).toEqual(['i1', 'i2', 'i3', 'i4'])
    expect(idsOf(applyLine(compactedAfterThree, rollback(9)))).toEqual([])
    const next = appendItem(applyLine(compactedAfterThree, rollback(1)), {
      ...numbered([user('4')])[0]!,
      meta: { id: id('n1'), at: 0, origin: 'user' },
    })
    expect(idsOf(next)).toEqual(['i1', 'i2', 'i3', 'i4', 'n1'])
  })

  it('keeps a compaction that was made before the turn that is rolled back', () => {
    const history = withCompaction(
      historyWith([user('1', 't1'), say('a')]),
      compacted('c1', { through: id('i2'), entries: [keep('i2', 'i2')] }),
    )
    const grown = appendItem(history, numbered([user('1', 't1'), say('a'), user('2', 't2')])[2]!)
    expect(idsOf(applyLine(grown, rollback(1)))).toEqual(['i2'])
  })

  it('never shows what is never sent, and leaves alone lines that say nothing about it', () => {
    const history = historyWith([user('a'), { type: 'progress', text: 'working', origin: 'tool' }])
    expect(idsOf(history)).toEqual(['i1'])
    expect(applyLine(history, line({ type: 'thread', payload: { name: 'x' } }))).toBe(history)
  })

  it('reads ten thousand items', () => {
    const drafts = Array.from({ length: 10_000 }, (_, index) => say(`message ${index}`))
    const lines = numbered(drafts).map((payload) => line({ type: 'response_item', payload }))
    expect(itemCount(historyFromLines(lines))).toBe(10_000)
  })
})
