import { expect, test } from 'vitest'
import { endsOf, spoken } from './prose.ts'

test('code and quotations are not spoken, and what is left is plain', () => {
  expect(spoken('It’s `done`.\n```\nstatus: done\n```\n> done\nSee  you')).toBe("it's ; .\n\n\n\nsee you")
  expect(spoken('```\nnever closed')).toBe('\n')
})

test('the ends of a message are its last two sentences and its last paragraph', () => {
  const prose = 'one. two! three?\n\nfour: five.\n- six\n- seven\n\n---\n'
  expect(endsOf(prose)).toEqual({
    closing: '- six - seven',
    lastParagraph: 'four: five.\n- six\n- seven',
  })
  expect(endsOf(' ')).toEqual({ closing: '', lastParagraph: '' })
})
