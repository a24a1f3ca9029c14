import { expect, test } from 'vitest'
import { call, historyWith, patch, result, say, user } from '../testing/items.ts'
import { pastOf } from './past.ts'

test('the past has what was said, called and printed, and knows what the user said', () => {
  const past = pastOf(
    historyWith([
      user('Move  the\nlexer.'),
      say('I read src/a.ts.'),
      call('1', 'shell', { command: 'ls src/b' }),
      result('1', 'src/b/c.ts'),
      patch('2', '*** Update File: src/d.ts'),
      result('2', 'ok'),
    ]),
  )
  expect(['src/a.ts', 'ls src/b', 'src/b/c.ts', 'src/d.ts', 'src/e.ts'].map(past.has)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(['move the lexer', 'I read src/a.ts'].map(past.userSaid)).toEqual([true, false])
})
