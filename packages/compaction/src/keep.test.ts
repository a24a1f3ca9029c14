import { describe, expect, it } from 'vitest'
import { unitsOf } from './extract/units.ts'
import { groupsOf } from './history/groups.ts'
import { allItems, positionOf } from './history/history.ts'
import { KEEP_ALL_ROLES, type KeepWish, keepsRole, keptOf } from './keep.ts'
import { ledgerOf } from './ledger/ledger.ts'
import { call, historyWith, patch, result, say, user } from './testing/items.ts'
import { DEFAULT_RATES } from './tokens/estimate.ts'

const body = 'export const berth = 1\n'.repeat(20)
const edit = (path: string) => `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`

const history = historyWith([
  user('Moor it.'),
  call('1', 'read', { path: 'src/a.ts' }),
  result('1', body),
  patch('2', edit('src/a.ts')),
  result('2', 'Done.'),
  call('3', 'read', { path: 'src/a.ts', offset: 5, limit: 5 }),
  result('3', body),
  call('4', 'read', { path: 'docs/b.md' }),
  result('4', body),
])

const kept = (wish: Partial<KeepWish>) => {
  const items = allItems(history)
  const past = {
    items,
    groups: groupsOf(items),
    ledger: ledgerOf(history),
    rates: DEFAULT_RATES,
    positionOf: (id: Parameters<typeof positionOf>[1]) => positionOf(history, id),
  }
  return keptOf({ ...KEEP_ALL_ROLES, tokensMax: 10_000, ...wish }, past)
}

describe('files that are to be kept', () => {
  it('stay with their newest edit where only a part was read since', () => {
    expect(kept({ globs: ['src/**'] })).toMatchObject({ positions: [3, 4], left: [] })
  })

  it('stay with the whole view where that is the newest', () => {
    expect(kept({ globs: ['docs/*'] }).positions).toEqual([7, 8])
  })

  it('are listed where they find no room, the newest first in', () => {
    expect(kept({ globs: ['**'], tokensMax: 170 })).toMatchObject({ left: ['src/a.ts'] })
    expect(kept({ globs: ['**'], tokensMax: 0 })).toMatchObject({ positions: [], left: ['docs/b.md', 'src/a.ts'] })
  })

  it('are not kept twice', () => {
    expect(kept({ globs: ['docs/*'], shownTexts: ['as in docs/b.md'] })).toMatchObject({ positions: [], left: [] })
  })
})

it('quotes by the class of an item', () => {
  const units = unitsOf(
    historyWith([
      user('src/quay.ts must stay'),
      say('I decided to moor at src/quay.ts because of the tide.'),
      say('src/quay.ts has berths.'),
      call('1', 'read', { path: 'src/quay.ts' }),
      result('1', 'moor(berthNine) at src/quay.ts'),
    ]),
    { isLossless: true },
  )
  const texts = (...roles: Parameters<typeof keepsRole>[0]) =>
    units.filter((unit) => keepsRole(roles, unit)).map(({ text }) => text.slice(0, 12))
  expect(texts()).toEqual(['src/quay.ts ', 'src/quay.ts ', 'read src/qua'])
  expect(texts('decision')).toHaveLength(4)
  expect(texts('tool', 'decision')).toHaveLength(5)
})
