import { expect, test } from 'vitest'
import { userEvent } from '../recall/event-of-text.ts'
import { syntheticSession } from '../recall/synthetic.ts'
import { askLedger, askValues } from './ask-ledger.ts'
import { cutAt } from './cut.ts'
import { createFactLog } from './fact-log.ts'
import { factLedger } from './ledger.ts'
import { isShown, type SessionEvent, stretchesOf } from './normal-form.ts'
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

test('an outcome is asked only when no file was edited after it', () => {
  const source = past[0]?.id
  if (source === undefined) throw new Error('an event was expected')
  const asked = (edit: number) => {
    const log = createFactLog()
    const note = (type: 'cmd' | 'file.edited', key: string, value: string, place: number) =>
      log.note({ type, key, value, source, place })
    note('cmd', 'go vet', 'failed', 1)
    note('file.edited', 'lib/loan.go', 'edited', 2)
    note('cmd', 'go vet', 'ok', 4)
    note('file.edited', 'lib/loan.go', 'edited', edit)
    return askValues(log.facts())
  }
  expect(asked(3)).toHaveLength(1)
  expect(asked(5)).toEqual([])
})

test('what failed is a command, and a file that only its output names was made up', () => {
  const text = 'renewLoan failed in lib/loan.go\nStaged made.txt'
  const call = (tool: string): SessionEvent => ({
    ...userEvent(tool, 'i1'),
    kind: 'call',
    tool,
    callId: 'c1',
    input: { command: 'go test ./...' },
    path: '/x/lib/loan.go',
  })
  const askedAfter = (tool: string): readonly string[] => {
    const result: SessionEvent = { ...userEvent(text, 'i2'), kind: 'result', tool, callId: 'c1', ok: false }
    const events = [call(tool), result]
    const place = { session: 's', stretch: 0, id: 'c', count: (part: string) => part.length }
    const one = { cut: cutAt(events, 2, place), index: sourceIndex(events), isCommon: () => false }
    return askLedger(one, []).flatMap(({ probe, metrics }) => (metrics.includes('errors') ? [probe.id] : []))
  }
  expect(askedAfter('Bash')).toEqual(['errors:e:lib/loan.go', 'errors:e:renewLoan'])
  expect(askedAfter('Grep')).toEqual([])
})
