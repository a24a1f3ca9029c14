import { expect, test } from 'vitest'
import { syntheticSession } from '../recall/synthetic.ts'
import { cutAt, futureCuts, lastIdOf, legalCut, recordedCut } from './cut.ts'
import { isShown, stretchesOf } from './normal-form.ts'

const count = (text: string): number => text.length
const events = stretchesOf(syntheticSession({ seed: 'cut', rounds: 8 }))
  .flatMap((stretch) => stretch.events)
  .filter(isShown)
const place = { session: 's', stretch: 0, count }

test('a cut never parts a call from its result', () => {
  for (const at of events.keys()) {
    const legal = legalCut(events, at)
    const open = new Set<string | undefined>()
    for (const { kind, callId } of events.slice(0, legal)) {
      if (kind === 'call') open.add(callId)
      if (kind === 'result') open.delete(callId)
    }
    expect([legal >= at, open.size]).toEqual([true, 0])
  }
})

test('tokens behind an event are those between it and the cut', () => {
  const cut = cutAt(events, 3, { ...place, id: 'c' })
  expect(cut.tokensBehind).toEqual([
    count((events[1]?.text ?? '') + (events[2]?.text ?? '')),
    count(events[2]?.text ?? ''),
    0,
  ])
  expect(cut.pastTokens).toBe(events.slice(0, 3).reduce((sum, { text }) => sum + text.length, 0))
  expect(lastIdOf(cut)).toBe(events[2]?.id)
})

test('a short stretch is not cut, a long one at half and at three quarters', () => {
  expect(futureCuts({ events: events.slice(0, 4) }, place)).toEqual([])
  const wide = { ...place, count: (text: string) => text.length * 100 }
  const many = stretchesOf(syntheticSession({ seed: 'cut', rounds: 40 })).flatMap((stretch) => stretch.events)
  expect(futureCuts({ events: many }, wide).map(({ id }) => id)).toEqual(['s/0@50', 's/0@75'])
  for (const cut of futureCuts({ events: many }, wide))
    expect(cut.future.filter(({ kind }) => kind === 'call')).toHaveLength(15)
})

test('at a recorded compaction the future begins behind the summary', () => {
  const [first, second] = stretchesOf(syntheticSession({ seed: 'cut', rounds: 6, compactAfter: 3 }))
  if (first === undefined || second === undefined) throw new Error('two stretches were asked for')
  const cut = recordedCut(first, second, place)
  expect(cut?.summary).toBe(first.summary)
  expect(cut?.future.some(({ kind }) => kind === 'summary')).toBe(false)
  expect(recordedCut(second, first, place)).toBeNull()
})
