import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitMaker } from '../testing/units.ts'
import { type CoverageInput, coverage } from './coverage.ts'
import { NO_GOAL } from './goal.ts'
import { Company } from './relations.ts'
import type { Unit } from './units.ts'

const { table, unit } = unitMaker()
const textTokens = (one: Unit): number => Math.ceil(one.text.length / 4)

const choose = (
  units: readonly Unit[],
  tokens: number,
  listed: readonly string[] = [],
  more: Partial<CoverageInput> = {},
) =>
  coverage({
    units,
    weights: Float64Array.from({ length: table.size() }, (_, key) => (key === table.find('dearName') ? 9 : 1)),
    company: new Company(table.size()),
    table,
    goal: NO_GOAL,
    openFrom: 0,
    shownUnits: [],
    listed: new Set(listed),
    ...more,
    tokens,
    textTokens,
  }).map(({ text }) => text)

describe('coverage', () => {
  it('takes the heaviest first, and gives them back in log order', () => {
    expect(choose([unit(0, 'cheapName'), unit(1, 'dearName'), unit(2, 'otherName')], 24)).toEqual([
      'dearName',
      'otherName',
    ])
  })

  it('does not say twice what one line says', () => {
    expect(choose([unit(0, 'firstName secondName'), unit(1, 'firstName'), unit(2, 'thirdName')], 28)).toEqual([
      'firstName secondName',
      'thirdName',
    ])
  })

  it('prefers what the rest of the view does not show', () => {
    expect(choose([unit(0, 'firstName'), unit(1, 'otherName')], 12, ['firstName'])).toEqual(['otherName'])
  })

  it('prefers a line that shows a name beside its usual company', () => {
    const units = [unit(0, 'firstName thirdName'), unit(1, 'firstName secondName')]
    const company = new Company(table.size())
    company.note(table.find('firstName') ?? -1, table.find('secondName') ?? -1, 2)
    expect(choose(units, 14, [], { company })).toEqual(['firstName secondName'])
  })

  it('prefers a line about what is wanted now', () => {
    const goal = { wordsOf: ({ text }: Unit) => (text.includes('parser') ? ['parser'] : []), weightOf: () => 1 }
    expect(choose([unit(0, 'firstName parser'), unit(1, 'otherName things')], 14, [], { goal })).toEqual([
      'firstName parser',
    ])
  })

  it('prefers the open stretch of the work to a finished one', () => {
    expect(choose([unit(0, 'firstName'), unit(1, 'otherName')], 12, [], { openFrom: 1 })).toEqual(['otherName'])
    const older = [unit(1, 'firstName'), unit(0, 'otherName')]
    expect(choose(older, 12, [], { openFrom: 1 })).toEqual(['firstName'])
  })

  it('does not quote what a line in the view says of the same names', () => {
    const units = [unit(0, 'firstName secondName'), unit(1, 'otherName thirdName')]
    expect(choose(units, 14, [], { shownUnits: [unit(2, 'otherName thirdName')] })).toEqual(['firstName secondName'])
  })

  it('takes nothing for nothing', () => {
    expect(choose([unit(0, 'firstName')], 0)).toEqual([])
    expect(choose([], 100)).toEqual([])
  })

  it('stays within its budget, in log order', () => {
    const names = fc.constantFrom('aName', 'bName', 'cName', 'dName', 'eName', 'fName')
    const line = fc.array(names, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 20 }), fc.integer({ min: 0, max: 120 }), (texts, tokens) => {
        const units = texts.map((text, position) => unit(position, text))
        const chosen = choose(units, tokens)
        expect(chosen.reduce((sum, text) => sum + Math.ceil(text.length / 4) + 8, 0)).toBeLessThanOrEqual(tokens)
        expect(chosen).toEqual([...chosen].sort((a, b) => texts.indexOf(a) - texts.indexOf(b)))
      }),
    )
  })
})
