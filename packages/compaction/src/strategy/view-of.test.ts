import type { ViewEntry } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { handoffItem } from '../handoff-item.ts'
import { allItems } from '../history/history.ts'
import {
  call,
  context,
  historyWith,
  type Draft as Item,
  id,
  numbered,
  planInput,
  result,
  say,
  user,
  withPins,
} from '../testing/items.ts'
import { compose } from './compose.ts'
import { planExtractive } from './extractive.ts'
import { prepare } from './prepared.ts'
import { viewOf } from './view-of.ts'

const say100 = (name: string): Item => say(`${name} ${'word '.repeat(100)}`)

const shapeOf = (entries: readonly ViewEntry[]): readonly string[] =>
  entries.map((entry) => {
    if (entry.kind === 'insert') return `insert ${entry.item.meta.origin} ${entry.item.meta.id}`
    if (entry.kind === 'clear') return `clear ${entry.id}`
    return `keep ${entry.first}–${entry.last}${entry.handled === true ? ' handled' : ''}`
  })

type Given = {
  readonly drafts: readonly Item[]
  readonly pinned?: readonly string[]
  readonly contexts?: readonly Item[]
  readonly tokens?: number
  readonly handoff?: string
}

const viewed = ({ drafts, pinned = [], contexts = [], tokens = 900, handoff }: Given) => {
  const history = withPins(
    historyWith(drafts),
    pinned.map((one) => ({ kind: 'item', first: id(one), last: id(one) })),
  )
  const contextItems = numbered(contexts).map((item) => ({ ...item, meta: { ...item.meta, id: id('fresh') } }))
  const input = planInput(history, 10_000, { contextItems, ...(handoff === undefined ? {} : { handoff }) })
  const prepared = prepare(history, { midTurn: true })
  const draft = compose(prepared, {
    tokens,
    tailShare: 0.2,
    wordsShare: 0.5,
    stateShare: 0.3,
    maxTail: 12,
    wordsMax: 20_000,
    mayCutLive: false,
    factTokens: 0,
  })
  if ('noRoom' in draft) throw new Error('no room')
  return viewOf({
    input,
    prepared,
    draft,
    restored: [],
    extras: [],
    handoff: handoffItem(input, input.itemIds),
    tokensBefore: 10_000,
    source: 'divisors',
  })
}

describe('the order of a view', () => {
  it('is context, boundary, summary, words, tail', () => {
    const { view, kept, cleared } = viewed({
      drafts: [
        context('Be careful.'),
        user('first'),
        say100('a'),
        say100('b'),
        user('second'),
        say100('c'),
        say100('d'),
      ],
      contexts: [context('Be careful, as read now.')],
    })
    expect(shapeOf(view.entries)).toEqual([
      'insert context fresh',
      'insert boundary s1',
      'insert summary s2',
      'keep i2–i2 handled',
      'keep i5–i5',
      'keep i7–i7',
    ])
    expect([view.through, kept, cleared]).toEqual(['i7', 3, 0])
  })

  it('hands over in front of the tail, behind what was said before', () => {
    const { view } = viewed({
      drafts: [user('first'), say100('a'), say100('b'), user('second'), say100('c'), say100('d')],
      handoff: 'Go on with d.',
    })
    expect(shapeOf(view.entries)).toEqual([
      'insert boundary s2',
      'insert summary s3',
      'keep i1–i1 handled',
      'keep i4–i4',
      'insert handoff s1',
      'keep i6–i6',
    ])
  })

  it('keeps pinned groups in their place', () => {
    const { view } = viewed({
      drafts: [
        user('first'),
        call('1', 'x', {}),
        result('1', 'r'),
        say100('a'),
        say100('b'),
        user('second'),
        say100('c'),
      ],
      pinned: ['i3'],
    })
    expect(shapeOf(view.entries)).toEqual([
      'insert boundary s1',
      'insert summary s2',
      'keep i1–i1 handled',
      'keep i2–i3',
      'keep i6–i7',
    ])
  })

  it('clears the middle of a large result in the tail', () => {
    const { view, kept, cleared } = viewed({
      drafts: [
        user('first'),
        say100('a'),
        user('second'),
        call('1', 'x', {}),
        result('1', 'line of output\n'.repeat(500)),
      ],
      tokens: 3_000,
    })
    expect(shapeOf(view.entries).slice(-2)).toEqual(['keep i1–i4', 'clear i5'])
    expect([kept, cleared]).toEqual([4, 1])
  })

  it('shows a pasted block cut, with its source', () => {
    const { view, kept } = viewed({
      drafts: [
        user('first'),
        user('entry of the list\n'.repeat(600)),
        ...Array.from({ length: 9 }, () => say100('a')),
        user('second'),
      ],
      tokens: 2_000,
    })
    const cut = view.entries.find((entry) => entry.kind === 'insert' && entry.item.meta.origin === 'user')
    expect(cut).toMatchObject({ item: { meta: { handled: true } } })
    expect(cut?.kind === 'insert' && cut.sources[1]).toEqual({ line: 1, ids: ['i2'] })
    expect(kept).toBe(5)
  })

  it('keeps a logged context item that is still as it was', () => {
    const history = historyWith([
      context('Be careful.'),
      user('first'),
      ...Array.from({ length: 20 }, () => say100('a')),
    ])
    const contextItems = allItems(history).slice(0, 1)
    const input = planInput(history, 10_000, { contextItems })
    const plan = planExtractive(input)
    expect(plan.ok && shapeOf(plan.value.entry.view.entries)[0]).toBe('keep i1–i1')
    expect(plan.ok && plan.value.report.kept + plan.value.report.archived).toBe(22)
  })
})
