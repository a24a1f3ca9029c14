import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { syntheticSession } from '../recall/synthetic.ts'
import { factLedger, todosOf } from './ledger.ts'
import { stretchesOf } from './normal-form.ts'

const events = stretchesOf(syntheticSession({ seed: 'ledger', rounds: 6 })).flatMap((stretch) => stretch.events)
const ledger = factLedger(events)
const of = (type: string) => ledger.filter((fact) => fact.type === type)

test('every edited file is known, with the events that edited it', () => {
  const edited = new Set(events.filter(({ tool, kind }) => tool === 'Edit' && kind === 'call').map(({ path }) => path))
  expect(of('file.edited')).toHaveLength(edited.size)
  for (const fact of of('file.edited')) expect(fact.sources.length).toBeGreaterThan(0)
})

test('rules of the user are orders with their polarity', () => {
  expect(of('user.order').map(({ value }) => value)).toContain('never')
})

test('a value that changed stands beside the one it superseded', () => {
  for (const fact of ledger.filter(({ supersededBy }) => supersededBy !== undefined)) {
    const next = ledger.find(({ id }) => id === fact.supersededBy)
    expect(next).toMatchObject({ type: fact.type, key: fact.key })
    expect(next?.value).not.toBe(fact.value)
  }
})

test('names defined by edits are symbols', () => {
  expect(of('symbol').map(({ key }) => key)).toContain(
    events.find(({ tool, kind }) => tool === 'Edit' && kind === 'call')?.text.match(/const (\w+)/)?.[1],
  )
})

test('a plan is read in both spellings', () => {
  const call = (input: Record<string, unknown>) => ({ ...userEvent('', 'i1'), kind: 'call' as const, input })
  expect(todosOf(call({ todos: [{ content: 'a', status: 'completed' }] }))).toEqual([
    { content: 'a', state: 'completed' },
  ])
  expect(todosOf(call({ plan: [{ step: 'b' }] }))).toEqual([{ content: 'b', state: 'open' }])
})

test('the ledger of the same events is the same', () => {
  expect(factLedger([...events])).toEqual(ledger)
})
