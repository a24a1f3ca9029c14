import { expect, test } from 'vitest'
import { readOutput } from './read-output.ts'

test('lines that name a thing, by any of its spellings', () => {
  const output = readOutput('see src/a.ts\nnothing\nin a.ts again a.ts')
  expect(output.linesNaming(['src/a.ts', 'a.ts'])).toEqual([0, 2])
  expect(output.linesNaming(['b.ts'])).toEqual([])
})

test('a unit is the line and its neighbours, without those too long to be read as one', () => {
  const long = 'x'.repeat(700)
  const output = readOutput(`${long}\na\nb`)
  expect(output.unitAt(1)).toEqual(['a', 'b'])
  expect(output.unitAt(0)).toEqual([])
})

test('a line is a statement when the source has it', () => {
  const output = readOutput('- aLoan(bLoan, 14) [i1]\naLoan(cLoan, 14)', 'text\naLoan(bLoan, 14)\n')
  expect(output.lines.map(output.isStatement)).toEqual([true, false])
})

test('a template filled many times states nothing', () => {
  const lines = Array.from({ length: 7 }, (_, at) => `the aLoan${at} and bLoan${at} with open rows`)
  const many = readOutput(lines.join('\n'))
  expect(many.isStatement(lines[0] ?? '')).toBe(false)
  const few = readOutput(lines.slice(0, 3).join('\n'))
  expect(few.isStatement(lines[0] ?? '')).toBe(true)
})
