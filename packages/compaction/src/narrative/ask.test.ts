import { expect, test } from 'vitest'
import { call, historyWith, result, user } from '../testing/items.ts'
import { askNarrative } from './ask.ts'

test('the question carries the facts of the history', () => {
  const history = historyWith([
    user('Rewrite the parser.'),
    call('1', 'Edit', { file_path: 'src/lexer.ts', new_string: 'x' }),
    result('1', 'ok'),
  ])
  const asked = askNarrative(history, { kind: 'full', focus: 'the lexer' })
  expect(asked).toContain('changed: src/lexer.ts [i2]')
  expect(asked).toContain('Dwell on: the lexer')
})
