import { describe, expect, it } from 'vitest'
import { call, type Draft, numbered, patch, result, say, think, user } from '../testing/items.ts'
import { readLines } from './read-lines.ts'

const check = (name: string, draft: Draft, expected: readonly string[]) =>
  it(name, () => {
    expect(
      numbered([draft])
        .flatMap(readLines)
        .map(({ voice, hasCue, text, keys }) =>
          [voice, hasCue ? '!' : '-', text, ...keys.map(({ key }) => key)].join(' '),
        ),
    ).toEqual(expected)
  })

describe('the lines of an item', () => {
  check(
    'of the user: sentences that name something or decide something',
    user('Never moor there. Use berth_9. Thanks.'),
    ['user ! Never moor there.', 'user - Use berth_9. berth_9'],
  )
  check('of the agent likewise', say('It sank because of src/quay.ts, so far.'), [
    'assistant ! It sank because of src/quay.ts, so far. src/quay.ts',
  ])
  check(
    'of a result: without what a terminal makes of it',
    result('1', '\u001b[31mmoor(berthNine)\u001b[0m\n====\nplain words'),
    ['result - moor(berthNine) berthNine'],
  )
  check('of a command: the command', call('1', 'shell', { command: 'make  quay_9' }), ['call - $ make quay_9 quay_9'])
  check(
    'of a patch: what was done, and the lines that were added',
    patch('1', '*** Update File: src/quay.ts\n+const berthNine = 9'),
    ['call - edit src/quay.ts src/quay.ts', 'edit - const berthNine = 9 berthNine'],
  )
  check('of reasoning: none', think('moor(berthNine) first'), [])
})
