import { expect, test } from 'vitest'
import { unitMaker } from '../testing/units.ts'
import { companyOf } from './relations.ts'

const companions = (...texts: readonly string[]) => {
  const { table, unit } = unitMaker()
  const units = texts.map((text, position) => unit(position, text))
  const company = companyOf(units, table.size())
  const names = ['aName', 'bName', 'cName', 'dName', 'eName', 'fName'].filter((name) => table.find(name) !== undefined)
  return {
    of: (key: string) =>
      company.of(table.find(key) ?? -1).map((other) => names.find((name) => table.find(name) === other)),
    isAmong: (key: string, ...others: readonly string[]) =>
      company.isAmong(
        table.find(key) ?? -1,
        others.map((name) => table.find(name) ?? -1),
      ),
  }
}

test('the company of a name is what it most often shares a line with', () => {
  const { of, isAmong } = companions('aName bName', 'aName cName', 'aName cName x', 'aName dName', 'aName eName')
  expect(of('aName')).toEqual(['cName', 'bName', 'dName'])
  expect(of('cName')).toEqual(['aName'])
  expect([isAmong('aName', 'eName', 'dName'), isAmong('aName', 'eName'), isAmong('cName', 'bName')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a late companion that is more frequent goes in front of all', () => {
  const { of } = companions('aName bName', 'aName cName', 'aName dName', 'aName fName 1', 'aName fName 2')
  expect(of('aName')).toEqual(['fName', 'bName', 'cName'])
})

test('a name alone has none, and a long list makes none', () => {
  const list = Array.from({ length: 20 }, (_, index) => `name_${index}`).join(' ')
  const { of } = companions('aName', list)
  expect([of('aName'), of('name_1')]).toEqual([[], []])
})
