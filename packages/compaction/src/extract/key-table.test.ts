import { expect, it } from 'vitest'
import { historyWith, say, user } from '../testing/items.ts'
import { KeyTable, keyTableOf } from './key-table.ts'

it('numbers identifiers, each once, in order of appearance', () => {
  const table = new KeyTable()
  const [a, b] = table.numbersIn('aName bName aName')
  const [again, path] = table.numbersIn('bName app/src/quay.ts')
  expect([a, b, again]).toEqual([table.find('aName'), table.find('bName'), b])
  expect([path, table.find('dName')]).toEqual([table.find('src/quay.ts'), undefined])
  expect([table.shapeOf(b ?? -1), table.shapeOf(path ?? -1)]).toEqual(['name', 'path'])
  expect(Math.max(a ?? 0, b ?? 0, path ?? 0)).toBeLessThan(table.size())
})

it('reads a token once: of one name, of several, of none', () => {
  const table = new KeyTable()
  const first = table.numbersIn('tie berthOne.berthTwo 12-13')
  const size = table.size()
  expect(first).toEqual([table.find('berthOne'), table.find('berthTwo')])
  expect([table.numbersIn('tie berthOne.berthTwo 12-13'), table.numbersIn('berthTwo'), table.size()]).toEqual([
    first,
    first.slice(1),
    size,
  ])
})

it('is one for all versions of a log', () => {
  const history = historyWith([user('Moor it.'), say('At src/quay.ts.')])
  expect(keyTableOf({ ...history, length: 1 })).toBe(keyTableOf(history))
})
