import { textOfItem } from '@rawr/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compact } from './compact.ts'
import { call, context, id, numbered, result, user } from './testing/items.ts'

const rows = (step: number): string =>
  Array.from({ length: 40 }, (_, row) => `src/quay-${step}.ts:${row}: moor(berth${row})`).join('\n')

const steps = (count: number) =>
  Array.from({ length: count }, (_, step) => [
    call(`c${step}`, 'read', { path: `src/quay-${step}.ts` }),
    result(`c${step}`, rows(step)),
  ]).flat()

const session = (count: number) =>
  numbered([context('Be careful.'), user('Never touch the lock gate.'), ...steps(count), user('Moor it.')])

describe('compact', () => {
  it('says which item is malformed and what was expected', () => {
    const good = session(2)
    const withAt2 = (item: unknown) => [...good.slice(0, 2), item, ...good.slice(2)] as typeof good
    const meta = { id: 'i99', at: 1, origin: 'user' }
    const IS_NONE = 'is no HistoryItem of @rawr/protocol'
    const rows: readonly [unknown, string][] = [
      [
        { role: 'user', content: 'Hi.' },
        `item 2 ${IS_NONE} at type: Invalid discriminator value. Expected 'message' | `,
      ],
      [{ type: 'message', role: 'user', content: 'Hi.', meta }, `item 2 (message) ${IS_NONE} at content: `],
      [{ type: 'message', role: 'user', content: [] }, `item 2 (message) ${IS_NONE} at meta: `],
      [null, `item 2 ${IS_NONE}: `],
      [undefined, `item 2 ${IS_NONE}: `],
      ['Hi.', `item 2 ${IS_NONE}: `],
    ]
    for (const [item, words] of rows) expect(() => compact(withAt2(item))).toThrow(words)
    expect(() => compact({} as never)).toThrow('compact takes an array of items, not object')
  })

  it('gives fewer items with the same instructions, live request and facts', () => {
    const items = session(20)
    const compacted = compact(items, { budget: 1_200 })
    if (!compacted.ok) throw new Error(compacted.error.message)
    const { items: after, report, line } = compacted.value
    expect(after[0]).toEqual(items[0])
    expect(after.map(textOfItem)).toEqual(expect.arrayContaining(['Moor it.']))
    expect(after.map(textOfItem).join('\n')).toContain('src/quay-3.ts')
    expect(report).toMatchObject({ strategy: 'extractive', requested: 'extractive' })
    expect(report.kept + report.cleared + report.archived).toBe(items.length)
    expect(line).toMatch(/^Compaction complete: ~\d/)
  })

  it('keeps what is pinned and the files that are to be kept', () => {
    const items = session(20)
    const compacted = compact(items, {
      windowTokens: 60_000,
      pins: [{ kind: 'item', first: id('i4'), last: id('i4') }],
      keep_files: ['quay-7.ts'],
    })
    if (!compacted.ok) throw new Error(compacted.error.message)
    const texts = compacted.value.items.map(textOfItem)
    for (const step of [0, 7]) expect(texts).toContain(rows(step))
    expect(texts).not.toContain(rows(8))
  })

  it('says what is left of the files that find no room', () => {
    const compacted = compact(session(20), { budget: 1_500, keep_files: ['src/*.ts'] })
    expect(compacted.ok && compacted.value.report.reason).toMatch(/^no room to keep src\/quay-/)
  })

  it('quotes only the classes of items that are to be kept', () => {
    const texts = (keep_roles: ('tool' | 'diff' | 'decision')[]) => {
      const compacted = compact(session(20), { budget: 2_000, max_tail: 0, keep_roles })
      return compacted.ok ? compacted.value.items.map(textOfItem).join('\n') : ''
    }
    expect(texts(['tool'])).toMatch(/> .*moor\(berth/)
    expect(texts(['diff', 'decision'])).not.toMatch(/> .*moor\(berth/)
  })

  it('refuses where there is nothing to gain, and answers for an empty history', () => {
    expect(compact(session(1))).toMatchObject({ ok: false, error: { reason: 'no_gain' } })
    expect(compact([])).toMatchObject({ ok: false, error: { reason: 'no_gain' } })
  })

  it('compacts what it made again, without an id twice', () => {
    const first = compact(session(20), { budget: 2_000 })
    if (!first.ok) throw new Error(first.error.message)
    const again = compact([...first.value.items, ...numbered(steps(9)).map(renamed)], { budget: 2_000 })
    if (!again.ok) throw new Error(again.error.message)
    const ids = again.value.items.map(({ meta }) => meta.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

const renamed = <Item extends ReturnType<typeof numbered>[number]>(item: Item): Item => ({
  ...item,
  meta: { ...item.meta, id: id(`n${item.meta.id}`) },
})

it('gives the same bytes for the same items', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 24 }), fc.integer({ min: 1_000, max: 4_000 }), (count, budget) => {
      const [one, two] = [compact(session(count), { budget }), compact(session(count), { budget })]
      expect(JSON.stringify(one)).toBe(JSON.stringify(two))
    }),
    { numRuns: 20 },
  )
})
