import { expect, test } from 'vitest'
import { unitMaker } from '../testing/units.ts'
import { companyOf } from './relations.ts'

const companions = (...texts: readonly string[]) => {
  const { table, unit } = unitMaker()
  const company = companyOf(texts.map((text, position) => unit(position, text)))
  return (key: string) =>
    company[table.numberOf(key)]?.map((other) =>
      ['aName', 'bName', 'cName', 'dName', 'eName'].find((name) => table.numberOf(name) === other),
    )
}

test('the company of a name is what it most often shares a line with', () => {
  const of = companions('aName bName', 'aName cName', 'aName cName x', 'aName dName', 'aName eName')
  expect(of('aName')).toEqual(['cName', 'bName', 'dName'])
  expect(of('cName')).toEqual(['aName'])
})

test('a name alone has none, and a long list makes none', () => {
  const list = Array.from({ length: 20 }, (_, index) => `name_${index}`).join(' ')
  const of = companions('aName', list)
  expect([of('aName'), of('name_1')]).toEqual([undefined, undefined])
})
