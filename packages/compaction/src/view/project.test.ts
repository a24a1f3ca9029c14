import type { HistoryItem, ViewEntry } from '@rawr/protocol'
import { describe, expect, it } from 'vitest'
import { call, id, numbered, result, say, user } from '../testing/items.ts'
import { projectView } from './project.ts'

const items = numbered([user('do it'), call('1', 'shell', { command: 'ls' }), result('1', 'a\nb'), say('done')])
const log = {
  positionOf: (one: string) => {
    const position = items.findIndex((item) => item.meta.id === one)
    return position < 0 ? undefined : position
  },
  at: (position: number) => items[position],
}
const project = (entries: ViewEntry[]) => projectView({ through: id('i4'), entries }, log)

describe('projecting a view', () => {
  it('gives kept items as they are', () => {
    expect(project([{ kind: 'keep', first: id('i1'), last: id('i3') }])).toEqual(items.slice(0, 3))
  })

  it('marks handled words without changing them', () => {
    const [seen] = project([{ kind: 'keep', first: id('i1'), last: id('i1'), handled: true }]) ?? []
    expect(seen).toEqual({
      ...items[0],
      content: [
        { type: 'input_text', text: '[i1, handled]' },
        { type: 'input_text', text: 'do it' },
      ],
      meta: { ...items[0]!.meta, handled: true },
    })
  })

  it('replaces the text of a cleared result and nothing else', () => {
    const [seen] = project([{ kind: 'clear', id: id('i3'), placeholder: '[i3 cleared]' }]) ?? []
    expect(seen).toEqual({ ...items[2], output: '[i3 cleared]', meta: { ...items[2]!.meta, cleared: true } })
  })

  it('gives inserted items where they stand', () => {
    const item: HistoryItem = { ...items[3]!, meta: { ...items[3]!.meta, id: id('s1') } }
    expect(
      project([
        { kind: 'insert', item, sources: [] },
        { kind: 'keep', first: id('i4'), last: id('i4') },
      ]),
    ).toEqual([item, items[3]])
  })

  it('is null where an item is named that the log does not have, or a range runs backwards', () => {
    expect(project([{ kind: 'keep', first: id('i1'), last: id('i9') }])).toBeNull()
    expect(project([{ kind: 'keep', first: id('i3'), last: id('i1') }])).toBeNull()
    expect(project([{ kind: 'clear', id: id('i9'), placeholder: '' }])).toBeNull()
  })
})
