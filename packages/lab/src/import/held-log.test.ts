import { ItemId, type Origin } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { createHeldLog, type HeldBounds, type HeldLog } from './held-log.ts'

const timestamp = '2026-03-04T05:06:07.000Z'
const id = (number: number): ItemId => ItemId.parse(`i${number}`)

const filled = (bounds: HeldBounds, origins: readonly Origin[]): HeldLog => {
  const log = createHeldLog(bounds)
  origins.forEach((origin, number) => {
    log.push(
      {
        timestamp,
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'x'.repeat(10) }],
          meta: { id: id(number), at: 0, origin },
        },
      },
      number + 1,
    )
  })
  return log
}

const idsOf = (log: HeldLog) =>
  log
    .items()
    .map(({ meta }) => meta.id)
    .join(' ')
const nothing = () => false
const mixed: readonly Origin[] = ['user', 'tool', 'tool', 'user', 'tool', 'tool']

test('within the bounds nothing goes', () => {
  const log = filled({ chars: 1_000, items: 6 }, mixed)
  expect(log.keepBounds(nothing).size).toBe(0)
  expect(log.built().lines.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5])
})

test('beyond them the oldest go first, the words of the user last, what is needed never', () => {
  const byItems = filled({ chars: 1_000, items: 4 }, mixed)
  expect([...byItems.keepBounds(nothing)]).toEqual(['i1', 'i2', 'i4'])
  expect(idsOf(byItems)).toBe('i0 i3 i5')
  const byChars = filled({ chars: 40, items: 100 }, mixed)
  byChars.keepBounds((item) => item === id(1))
  expect(idsOf(byChars)).toBe('i0 i1 i3')
  const words = filled({ chars: 1_000, items: 3 }, ['user', 'user', 'user', 'user'])
  words.keepBounds(nothing)
  expect(idsOf(words)).toBe('i2 i3')
})

test('what is left keeps its place in the file, and the lines are numbered anew', () => {
  const log = filled({ chars: 1_000, items: 4 }, mixed)
  log.keepBounds(nothing)
  expect([log.positionOf(id(3)), log.fileLineOf(id(3)), log.positionOf(id(1))]).toEqual([3, 4, undefined])
  const { lines, linesUpTo } = log.built()
  expect(lines.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2])
  expect([0, 1, 3, 4, 6].map(linesUpTo)).toEqual([0, 1, 1, 2, 3])
  expect(log.letGo()).toBe(3)
})

test('an item that becomes smaller frees its room', () => {
  const log = filled({ chars: 55, items: 100 }, mixed)
  log.replace(id(0), (item) => (item.type === 'message' ? { ...item, content: [] } : item))
  expect(log.keepBounds(nothing).size).toBe(0)
})

test('where all is needed the bounds give way', () => {
  const log = filled({ chars: 1_000, items: 2 }, mixed)
  expect(log.keepBounds(() => true).size).toBe(0)
  expect(log.keepBounds(nothing).size).toBe(0)
  expect(log.items()).toHaveLength(6)
})
