import { ItemId } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { type ViewSlot, viewEntries } from './view-slots.ts'

const id = (position: number): ItemId => ItemId.parse(`i${position}`)
const keep = (position: number): ViewSlot => ({ kind: 'keep', id: id(position), position })

test('neighbours in the log become one range, and only they', () => {
  const cleared: ViewSlot = { kind: 'clear', id: id(6), placeholder: 'gone' }
  expect(viewEntries([keep(4), keep(5), cleared, keep(7), keep(9), keep(2)])).toEqual([
    { kind: 'keep', first: 'i4', last: 'i5' },
    { kind: 'clear', id: 'i6', placeholder: 'gone' },
    { kind: 'keep', first: 'i7', last: 'i7' },
    { kind: 'keep', first: 'i9', last: 'i9' },
    { kind: 'keep', first: 'i2', last: 'i2' },
  ])
  expect(viewEntries([])).toEqual([])
})
