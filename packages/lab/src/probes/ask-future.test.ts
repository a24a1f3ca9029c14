import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { askFuture, askKeys, neededKeys } from './ask-future.ts'
import { cutAt } from './cut.ts'
import type { SessionEvent } from './normal-form.ts'
import { sourceIndex } from './source-index.ts'

const say = (text: string, id: string): SessionEvent => ({ ...userEvent(text, id), kind: 'say' })
const events: readonly SessionEvent[] = [
  userEvent('renewLoan always extends the loan period up to maxDays\nshelfCount is common', 'i1'),
  { ...userEvent('openShelf', 'i2'), kind: 'result' },
  say('next renewLoan and shelfCount', 'i3'),
  userEvent('openShelf', 'i4'),
]
const cut = cutAt(events, 2, { session: 's', stretch: 0, id: 'c', count: (text) => text.length })
const ground = { cut, index: sourceIndex(cut.past), isCommon: (key: string) => key === 'shelfCount' }

test('needed is what the agent itself used next, not the user, and nothing common', () => {
  expect(neededKeys(ground).map(({ key }) => key)).toEqual(['renewLoan'])
})

test('what is used next is asked for as a name and beside its company; what stands out as a statement, too', () => {
  const asked = askFuture(ground)
  expect(asked.map(({ probe, metrics }) => [probe.kind, probe.source, metrics])).toEqual([
    ['entity', 'i1', ['future.entity']],
    ['relation', 'i1', ['future.relation']],
  ])
  const facts = ground.index.facts.get('renewLoan')
  const [, , statement] = facts === undefined ? [] : askKeys(ground, [facts], 'x')
  expect(statement?.probe).toMatchObject({ said: new Set(['always', 'extends', 'loan', 'period']) })
})

test('a name without company is asked for alone', () => {
  const facts = ground.index.facts.get('openShelf')
  expect(facts && askKeys(ground, [facts], 'x').map(({ probe }) => probe.kind)).toEqual(['entity'])
})

test('what was last named long ago counts as far, too', () => {
  const far = { ...ground, cut: { ...cut, tokensBehind: [9_000, 0] } }
  expect(askFuture(far)[0]?.metrics).toEqual(['future.entity', 'future.entity.far'])
})
