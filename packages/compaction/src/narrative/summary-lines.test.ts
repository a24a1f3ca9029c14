import { expect, test } from 'vitest'
import { summaryLines } from './summary-lines.ts'

test('every field of a snapshot is a line', () => {
  expect(
    summaryLines({
      task: 'a',
      decisions: ['b'],
      constraints: ['c'],
      open_questions: ['d'],
      todo: ['e\nf'],
      files_in_scope: [{ path: 'g', why: 'h' }],
      symbols: [{ name: 'i', file: 'j', role: 'k' }],
      env: { l: 'm' },
      assumptions: ['n'],
      known_failures: ['o'],
      last_compact_at: '',
    }),
  ).toEqual([
    'task: a',
    'decision: b',
    'constraint: c',
    'open question: d',
    'to do: e f',
    'file: g: h',
    'symbol: i in j: k',
    'environment: l m',
    'assumption: n',
    'known failure: o',
  ])
})
