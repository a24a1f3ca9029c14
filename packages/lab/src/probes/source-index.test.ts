import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { sourceIndex } from './source-index.ts'

const events = [
  userEvent('renewLoan with maxDays\nrenewLoan with openShelf', 'i1'),
  userEvent('renewLoan with maxDays in lib/a.ts and app/a.ts, not lib/b.ts', 'i2'),
]

test('counts lines, remembers the newest place, and ranks the company', () => {
  expect(sourceIndex(events).facts.get('renewLoan')).toMatchObject({
    count: 3,
    first: 0,
    last: 1,
    byUser: true,
    inCall: false,
    partners: ['maxDays', 'openShelf', 'lib/a.ts'],
  })
})

test('a base name that two paths share is nobody’s', () => {
  expect(sourceIndex(events).uniqueBases).toEqual(new Set(['b.ts']))
})

test('on a line too long to be a statement, names are no company', () => {
  const long = userEvent(`aLoan bLoan ${'x'.repeat(700)}`, 'i3')
  expect(sourceIndex([long]).facts.get('aLoan')).toMatchObject({ count: 1, partners: [] })
})

test('a commit is no name, and neither is a flag of another program or a name of a library', () => {
  const shell = { ...userEvent('Bash grep --count x', 'i1'), kind: 'call' as const, tool: 'Bash' }
  const file = userEvent('git log --oneline at 3f9a2b1c\nuse --local-only here\nstrings.ReplaceAll(x)', 'i2')
  expect([...sourceIndex([shell, file]).facts.keys()]).toEqual(['--local-only'])
})

test('a field of a log is no name, a flag of a script is nobody’s, and pasted code is not the user’s word', () => {
  const log = { ...userEvent('INFO saved shelf_count=3 max_days=4', 'i1'), kind: 'result' as const }
  const script = { ...userEvent('Write run.sh\nloan --local-only x', 'i2'), kind: 'call' as const, path: 'run.sh' }
  const user = userEvent('see\n```go\nrenewLoan()\n```', 'i3')
  const { facts } = sourceIndex([log, script, user])
  expect([...facts.keys()]).toEqual(['run.sh', 'renewLoan'])
  expect(facts.get('renewLoan')).toMatchObject({ byUser: false })
})
