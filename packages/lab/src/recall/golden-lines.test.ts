import { expect, test } from 'vitest'
import { goldenLines } from './golden-lines.ts'

const row = {
  track: 'F',
  session: 's',
  cut: 's/0@50',
  arm: 'users + tail',
  budgetTokens: 1_000,
  tokens: 990,
  over: false,
  scores: {
    'future.pair': { hits: 2, total: 3 },
    'future.entity': { hits: 1, total: 2 },
    other: { hits: 0, total: 9 },
  },
  answers: '10',
  answersHash: 35,
}

test('ids and numbers on one line, sorted', () => {
  expect(goldenLines([{ ...row, cut: 's/0@75' }, row])).toEqual([
    'F s/0@50 users_+_tail 1000 990 z p2/3 e1/2',
    'F s/0@75 users_+_tail 1000 990 z p2/3 e1/2',
  ])
})
