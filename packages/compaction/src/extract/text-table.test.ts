import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextTable } from './text-table.ts'

it('numbers texts as a map does, in order of appearance', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('a', 'b', '')), { maxLength: 1_000 }), (texts) => {
      const table = new TextTable()
      const map = new Map<string, number>()
      for (const text of texts) {
        const isNew = !map.has(text)
        if (isNew) map.set(text, map.size)
        expect(table.numberOf(text)).toEqual({ number: map.get(text), isNew })
      }
      expect(table.size).toBe(map.size)
      for (const [text, number] of map) expect(table.textOf(number)).toBe(text)
    }),
  )
})

it('grows, and tells texts apart whose hashes are the same', () => {
  const table = new TextTable()
  const count = 20_000
  for (let n = 0; n < count; n += 1) expect(table.numberOf(`berth ${n}`).number).toBe(n)
  for (let n = 0; n < count; n += 1) expect(table.numberOf(`berth ${n}`)).toEqual({ number: n, isNew: false })
  // FNV-1a of 32 bits gives these two the same.
  expect(table.numberOf('costarring').number).not.toBe(table.numberOf('liquid').number)
  expect(table.textOf(count)).toBe('costarring')
  expect(table.textOf(9_999_999)).toBe('')
})
