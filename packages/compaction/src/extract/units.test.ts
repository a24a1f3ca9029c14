import { describe, expect, it } from 'vitest'
import { call, context, type Draft, historyWith, patch, result, say, think, user } from '../testing/items.ts'
import { unitsOf } from './units.ts'

const check = (name: string, drafts: readonly Draft[], expected: readonly string[]) =>
  it(name, () => {
    expect(
      unitsOf(historyWith(drafts), { isLossless: true }).map(
        ({ voice, position, subject, text }) => `${voice} ${position} ${subject ?? '-'} ${text}`,
      ),
    ).toEqual(expected)
  })

describe('the lines worth quoting', () => {
  check(
    'are those with an identifier or a cue',
    [user('Use readNext. Thanks a lot. Never do that.'), say('Fine. It broke because of this.')],
    ['user 0 - Use readNext.', 'user 0 - Never do that.', 'assistant 1 - It broke because of this.'],
  )
  check(
    'are never reasoning, context or what only sounds like the user',
    [think('readNext is bad'), context('use readNext')],
    [],
  )
  check(
    'are each there once, at their newest place',
    [
      call('1', 'shell', { command: 'ls' }),
      result('1', 'src/lib/first.ts\nsrc/lib/second.ts'),
      call('2', 'shell', { command: 'ls' }),
      result('2', 'src/lib/first.ts'),
    ],
    ['result 1 - src/lib/second.ts', 'result 3 - src/lib/first.ts'],
  )
  check(
    'of a read file know the file; an older view of it has none',
    [
      call('1', 'read', { path: 'app/src/a.ts' }),
      result('1', 'const oldName = 1'),
      call('2', 'read', { path: 'app/src/a.ts' }),
      result('2', '   12→const newName = 1'),
    ],
    ['call 2 - read app/src/a.ts', 'result 3 src/a.ts const newName = 1'],
  )
  check(
    'of an edit know the file',
    [patch('1', '*** Update File: app/src/a.ts\n+const newName = 1\n-gone'), result('1', 'ok')],
    ['call 0 - edit app/src/a.ts', 'edit 0 src/a.ts const newName = 1'],
  )
  check(
    'of a command are its record',
    [call('1', 'shell', { command: 'npm test src/a.ts' }), result('1', 'ok')],
    ['call 0 - $ npm test src/a.ts'],
  )
  check(
    'of an imported summary are the agent’s',
    [{ ...user('The parser is in src/a.ts.'), origin: 'summary' }],
    ['assistant 0 - The parser is in src/a.ts.'],
  )
})
