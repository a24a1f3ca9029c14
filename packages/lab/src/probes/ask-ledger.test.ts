import { expect, test } from 'vitest'
import { syntheticSession } from '../recall/synthetic.ts'
import { askLedger, askValues } from './ask-ledger.ts'
import { cutAt } from './cut.ts'
import { factLedger } from './ledger.ts'
import { isShown, stretchesOf } from './normal-form.ts'
import { sourceIndex } from './source-index.ts'

const past = stretchesOf(syntheticSession({ seed: 'ask', rounds: 12 }))
  .flatMap((stretch) => stretch.events)
  .filter(isShown)
const cut = cutAt(past, past.length, { session: 's', stretch: 0, id: 'c', count: (text) => text.length })
const ground = { cut, index: sourceIndex(past), isCommon: () => false }
const asked = askLedger(ground, factLedger(past))

test('edited files, symbols, errors, the user’s names and words are all asked for', () => {
  const metrics = new Set(asked.flatMap((one) => one.metrics))
  for (const metric of ['edited', 'symbols', 'errors', 'user', 'constraints', 'order', 'salient.relation'])
    expect(metrics, metric).toContain(metric)
})

test('every probe names an event of the past, and no two have one id', () => {
  const ids = new Set<string>(past.map(({ id }) => id))
  for (const { probe } of asked) expect(ids).toContain(probe.source)
  expect(new Set(asked.map(({ probe }) => probe.id)).size).toBe(asked.length)
})

test('a value is asked for only where it changed, and the newest is the right one', () => {
  const ledger = factLedger(past)
  for (const { probe } of askValues(ledger)) {
    if (probe.kind !== 'value') throw new Error('a value was expected')
    expect(probe.current.some((word) => probe.superseded.includes(word))).toBe(false)
  }
})
