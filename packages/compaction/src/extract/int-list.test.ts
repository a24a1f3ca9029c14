import { expect, it } from 'vitest'
import { IntList } from './int-list.ts'

it('grows, and keeps what it was given', () => {
  const list = new IntList()
  for (let value = 0; value < 1_000; value += 1) list.push(value * 7)
  expect([list.length, list.at(0), list.at(63), list.at(64), list.at(999), list.at(5_000)]).toEqual([
    1_000, 0, 441, 448, 6_993, 0,
  ])
  list.increase(64)
  expect(list.at(64)).toBe(449)
})

it('widens for a number that two bytes cannot hold, wherever it is put', () => {
  const list = new IntList()
  for (let value = 0; value < 64; value += 1) list.push(0xffff)
  list.increase(3)
  list.push(2 ** 30)
  list.set(5, 7)
  expect([list.at(2), list.at(3), list.at(5), list.at(64), list.length]).toEqual([0xffff, 0x1_0000, 7, 2 ** 30, 65])
})
