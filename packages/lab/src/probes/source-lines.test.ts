import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { bareLine, eventKeys, kindOfKey, sourceLines } from './source-lines.ts'

test('lines with the keys on them, each once', () => {
  const event = userEvent('renewLoan or renewLoan\nplain\nsee src/a.ts', 'i1')
  expect(sourceLines(event).map(({ keys }) => keys)).toEqual([['renewLoan'], [], ['src/a.ts']])
  expect(eventKeys(event)).toEqual(new Set(['renewLoan', 'src/a.ts']))
  expect(kindOfKey('src/a.ts')).toBe('path')
})

test.each([
  ['   12→const a = 1', 'const a = 1'],
  ['- `a` is new', '`a` is new'],
  ['2. second', 'second'],
  ['> quoted [i1a]', 'quoted'],
  ['kept as it is', 'kept as it is'],
])('%s', (line, expected) => {
  expect(bareLine(line)).toBe(expected)
})
