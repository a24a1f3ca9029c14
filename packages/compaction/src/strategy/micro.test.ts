import { CompactionId, isToolOutput, textOfOutput } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import type { History } from '../history/history.ts'
import { visibleItems, visibleTokens } from '../history/history.ts'
import { planCompaction } from '../plan.ts'
import type { PlanInput } from '../plan-input.ts'
import {
  call,
  historyWith,
  id,
  idsFrom,
  planInput,
  result,
  say,
  user,
  withCompaction,
  withPins,
} from '../testing/items.ts'
import { undoCompaction } from '../view/undo.ts'

const long = Array.from({ length: 400 }, (_, index) => `src/part_${index}.ts: value ${index}`).join('\n')
const rounds = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => [
    call(`${prefix}${index}`, 'shell', { command: `ls ${prefix}${index}` }),
    result(`${prefix}${index}`, long.replaceAll('part', `${prefix}${index}`)),
  ]).flat()
const past = historyWith([user('Look around.'), ...rounds(8, 'a'), say('Done.')])

const plan = (history: History, changes: Partial<PlanInput> = {}) =>
  planCompaction(planInput(history, visibleTokens(history), { requested: 'micro', ...changes }))
const planned = (history: History, changes: Partial<PlanInput> = {}) => {
  const made = plan(history, changes)
  if (!made.ok) throw new Error(made.error.message)
  return made.value
}
const clearedIn = (history: History): readonly string[] =>
  visibleItems(history).flatMap((item) =>
    item.meta.cleared === true && isToolOutput(item) ? [textOfOutput(item)] : [],
  )

describe('clearing tool results', () => {
  it('replaces all but the newest three by placeholders with their ids, and nothing else', () => {
    const { entry, report } = planned(past)
    const after = withCompaction(past, entry)
    expect(report).toMatchObject({ strategy: 'micro', kept: 13, cleared: 5, archived: 0 })
    expect(clearedIn(after).map((text) => text.split(' cleared,')[0])).toEqual(
      ['i3', 'i5', 'i7', 'i9', 'i11'].map((name) => `[${name}: result of shell`),
    )
    expect(visibleItems(after).map(({ type }) => type)).toEqual(visibleItems(past).map(({ type }) => type))
    expect(report.tokens_after).toBe(visibleTokens(after))
    expect(report.tokens_after).toBeLessThan(report.tokens_before / 2)
  })

  it('finds nothing a second time, and later only what came since', () => {
    const once = withCompaction(past, planned(past).entry)
    expect(plan(once)).toMatchObject({ ok: false, error: { reason: 'no_gain' } })
    const more = historyWith([user('Look around.'), ...rounds(8, 'a'), say('Done.'), ...rounds(2, 'b')])
    const first = withCompaction(past, planned(past).entry)
    const grown = withCompaction(more, { ...planned(past).entry })
    expect(clearedIn(first)).toHaveLength(5)
    const again = planned(grown, { itemIds: idsFrom('t') })
    expect(again.report).toMatchObject({ cleared: 7 })
    expect(clearedIn(withCompaction(grown, { ...again.entry, id: again.entry.id }))).toHaveLength(7)
  })

  it('hands over behind the newest result that it clears, and only once', () => {
    const more = historyWith([user('Look around.'), ...rounds(8, 'a'), say('Done.'), ...rounds(3, 'b')])
    const handed = (history: History, from: number) =>
      visibleItems(history).flatMap(({ meta }, at, all) =>
        meta.origin === 'handoff'
          ? [`${meta.id} behind ${all[at - 1]?.meta.id}, ${all.length - at - 1 + from} behind it`]
          : [],
      )
    const first = withCompaction(past, planned(past, { handoff: 'Go on.' }).entry)
    expect(handed(first, 0)).toEqual(['s1 behind i11, 7 behind it'])
    const grown = withCompaction(more, planned(past, { handoff: 'Go on.' }).entry)
    const again = planned(grown, { itemIds: idsFrom('t'), handoff: 'Go on again.' }).entry
    expect(handed(withCompaction(grown, { ...again, id: CompactionId.parse('c2') }), 0)).toEqual([
      't1 behind i17, 7 behind it',
    ])
  })

  it('hands over in front of what was done last where the newest result it clears is one of several made side by side', () => {
    const names = Array.from({ length: 6 }, (_, index) => `a${index}`)
    const side = historyWith([
      user('Look around.'),
      ...names.map((name) => call(name, 'shell', { command: `ls ${name}` })),
      ...names.map((name) => result(name, long)),
    ])
    const settings = { ...planInput(side, 0).settings, micro_compact_keep_last_n_tools: 0 }
    const { entry } = planned(side, { handoff: 'Go on.', settings })
    const origins = visibleItems(withCompaction(side, entry)).map(({ meta }) => meta.origin)
    expect(origins.slice(0, 3)).toEqual(['user', 'handoff', 'assistant'])
  })

  it('keeps what is pinned', () => {
    const pinned = withPins(past, [{ kind: 'item', first: id('i3'), last: id('i3') }])
    expect(planned(pinned).report).toMatchObject({ cleared: 4, pinned: 2 })
  })

  it('works on the view an earlier compaction left, and is undone like any other', () => {
    const extractive = planCompaction(planInput(past, visibleTokens(past), { options: { budget: 4_000, max_tail: 4 } }))
    if (!extractive.ok) throw new Error(extractive.error.message)
    const grown = historyWith([user('Look around.'), ...rounds(8, 'a'), say('Done.'), ...rounds(2, 'b')])
    const base = withCompaction(grown, extractive.value.entry)
    const items = visibleItems(base)
    const made = plan(base, { settings: { ...planInput(past, 0).settings, micro_compact_keep_last_n_tools: 0 } })
    if (!made.ok) throw new Error(made.error.message)
    const after = withCompaction(base, { ...made.value.entry, id: CompactionId.parse('c2') })
    expect(visibleItems(after).map(({ meta }) => meta.id)).toEqual(items.map(({ meta }) => meta.id))
    const undone = undoCompaction(after)
    expect(undone).toEqual({ ok: true, value: 'c2' })
  })

  it('by itself frees at least its share of the window, and pays back', () => {
    const small = historyWith([user('Look.'), ...rounds(4, 'a'), say('Done.')])
    const auto = { trigger: 'auto_watcher' } as const
    expect(
      plan(small, { ...auto, settings: { ...planInput(small, 0).settings, micro_compact_min_tokens_to_save: 90_000 } }),
    ).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/fewer than the 45000 it has to/) },
    })
    const behind = historyWith([
      user('Look.'),
      call('z', 'shell', { command: 'ls' }),
      result('z', long),
      ...Array.from({ length: 400 }, () => say('word '.repeat(60))),
      ...rounds(3, 'a'),
    ])
    const cheap = { ...planInput(behind, 0).settings, micro_compact_min_tokens_to_save: 1 }
    expect(plan(behind, { ...auto, settings: cheap })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/would pay back after \d+ calls only/) },
    })
    expect(plan(behind, { settings: cheap }).ok).toBe(true)
  })
})
