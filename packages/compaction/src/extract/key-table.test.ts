import { expect, it } from 'vitest'
import { historyWith, say, user } from '../testing/items.ts'
import { keyTableOf, newKeyTable } from './key-table.ts'
import { keysOf } from './keys.ts'

it('numbers identifiers in order of appearance, each once', () => {
  const table = newKeyTable()
  expect(table.numbersOf(keysOf('aName bName'))).toEqual([0, 1])
  expect(table.numbersOf(keysOf('bName cName'))).toEqual([1, 2])
  expect([table.numberOf('aName'), table.numberOf('dName'), table.size()]).toEqual([0, 3, 4])
  const keys = keysOf('dName')
  expect(table.numbersOf(keys)).toBe(table.numbersOf(keys))
  expect(table.numbersOf([])).toEqual([])
})

it('is one for all versions of a log', () => {
  const history = historyWith([user('Moor it.'), say('At src/quay.ts.')])
  expect(keyTableOf({ ...history, length: 1 })).toBe(keyTableOf(history))
})
