import { SummaryV1 } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { emptyHistory } from './history/history.ts'
import { snapshotOf } from './snapshot.ts'
import { call, historyWith, patch, result, say, user } from './testing/items.ts'

const facts = { at: '2026-03-14T09:00:00.000Z', env: { cwd: '/quay' } }

it('tells the state in every field that the log can fill', () => {
  const history = historyWith([
    user('Never touch src/lock.ts.'),
    call('1', 'read', { path: 'src/berth.ts' }),
    result('1', 'export const berth = 1'),
    say('I decided to move it because src/berth.ts is too long.'),
    patch('2', '*** Begin Patch\n*** Add File: src/quay.ts\n+export const quayLength = 3\n*** End Patch'),
    result('2', 'Done.'),
    call('3', 'update_plan', {
      plan: [
        { step: 'Write', status: 'completed' },
        { step: 'Test', status: 'pending' },
      ],
    }),
    result('3', 'ok'),
    call('4', 'shell', { command: 'make quay' }),
    result('4', 'error: no rule to make target quay', 2),
    user('Go on.'),
    say('Which quay do you mean?'),
  ])
  const snapshot = snapshotOf(history, facts)
  expect(SummaryV1.parse(snapshot)).toEqual(snapshot)
  expect(snapshot).toMatchObject({
    task: 'Go on.',
    constraints: ['Never touch src/lock.ts.'],
    decisions: ['I decided to move it because src/berth.ts is too long.'],
    open_questions: ['Which quay do you mean?'],
    todo: ['Test'],
    symbols: [{ name: 'quayLength', file: 'src/quay.ts', role: 'defined' }],
    env: { cwd: '/quay' },
    known_failures: [expect.stringContaining('no rule to make target')],
    last_compact_at: facts.at,
  })
  expect(snapshot.files_in_scope).toEqual([
    { path: 'src/quay.ts', why: 'created' },
    { path: 'src/berth.ts', why: 'read 1 times' },
  ])
})

it('is whole for a history of nothing', () => {
  expect(SummaryV1.safeParse(snapshotOf(emptyHistory, facts)).success).toBe(true)
})
