import { expect, it } from 'vitest'
import { historyWith, say, user } from '../testing/items.ts'
import { keyTableOf, newKeyTable } from './key-table.ts'
import { keysOf } from './keys.ts'

it('numbers identifiers in order of appearance, each once', () => {
  const table = newKeyTable()
  expect(keysOf('aName bName').map(table.numberOf)).toEqual([0, 1])
  expect(keysOf('bName src/quay.ts').map(table.numberOf)).toEqual([1, 2])
  expect([table.find('aName'), table.find('dName'), table.size()]).toEqual([0, undefined, 3])
  expect([table.shapeOf(1), table.shapeOf(2)]).toEqual(['name', 'path'])
})

it('is one for all versions of a log', () => {
  const history = historyWith([user('Moor it.'), say('At src/quay.ts.')])
  expect(keyTableOf({ ...history, length: 1 })).toBe(keyTableOf(history))
})
