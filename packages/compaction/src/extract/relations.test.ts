import { expect, test } from 'vitest'
import { keysOf } from './keys.ts'
import { companyOf } from './relations.ts'
import type { Unit } from './units.ts'

const lines = (...texts: readonly string[]): readonly Unit[] =>
  texts.map((text, position) => ({
    position,
    voice: 'result',
    text,
    subject: null,
    keys: keysOf(text),
    hasCue: false,
  }))

test('the company of a name is what it most often shares a line with', () => {
  const company = companyOf(lines('aName bName', 'aName cName', 'aName cName x', 'aName dName', 'aName eName'))
  expect(company.get('aName')).toEqual(['cName', 'bName', 'dName'])
  expect(company.get('cName')).toEqual(['aName'])
})

test('a name alone has none, and a long list makes none', () => {
  const list = Array.from({ length: 20 }, (_, index) => `name_${index}`).join(' ')
  expect(companyOf(lines('aName', list)).size).toBe(0)
})
