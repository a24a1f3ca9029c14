import { expect, test } from 'vitest'
import { createUnknownCount } from './importer.ts'

test('unknown types are counted by name', () => {
  const unknown = createUnknownCount()
  for (const type of ['a', 'b', 'a', undefined]) unknown.add(type)
  expect(unknown.all()).toEqual({ a: 2, b: 1, untyped: 1 })
})
