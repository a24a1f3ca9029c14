import { expect, test } from 'vitest'
import { liveRecords } from './claude-branch.ts'
import type { ClaudeRecord } from './claude-record.ts'

const record = (uuid: string, parent: string | null, more: Partial<ClaudeRecord> = {}): ClaudeRecord => ({
  uuid,
  parent,
  type: 'user',
  sideChain: false,
  calls: [],
  results: [],
  drafts: [],
  isSummary: false,
  place: { line: 1, at: 0 },
  ...more,
})

const boundary = (tail?: string): ClaudeRecord['boundary'] => ({
  kind: 'compact',
  trigger: 'built_in',
  preserved: { uuids: [], ...(tail === undefined ? {} : { head: tail, tail }) },
  tokensBefore: undefined,
  tokensAfter: undefined,
})

const check = (name: string, records: readonly ClaudeRecord[], live: string): void =>
  test(name, () =>
    expect(
      liveRecords(records)
        .map(({ uuid }) => uuid)
        .join(' '),
    ).toBe(live),
  )

check('a chain is all of itself', [record('a', null), record('b', 'a'), record('c', 'b')], 'a b c')
check('a branch that was left is out', [record('a', null), record('x', 'a'), record('y', 'x'), record('b', 'a')], 'a b')
check(
  'a copy of a record counts once',
  [record('a', null), record('b', 'a'), record('a', null), record('c', 'b')],
  'a b c',
)
check('a root that is no compaction ends the walk', [record('old', null), record('a', null), record('b', 'a')], 'a b')
check(
  'a compaction leads on to what was before it',
  [record('a', null), record('b', null, { boundary: boundary(), logicalParent: 'a' }), record('c', 'b')],
  'a b c',
)
check(
  'a compaction that was rewound is out',
  [record('a', null), record('b', null, { boundary: boundary(), logicalParent: 'a' }), record('c', 'a')],
  'a c',
)
check(
  'a compaction that keeps a tail is in, though the chain passes it by',
  [
    record('a', null),
    record('b', null, { boundary: boundary('a'), logicalParent: 'a' }),
    record('s', 'b', { isSummary: true }),
    record('c', 'a'),
  ],
  'a b s c',
)
