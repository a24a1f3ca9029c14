import { expect, test } from 'vitest'
import { decoysFor, foreignSummaryOf, recordedCutsOf, sessionSet, splitOf } from './session-set.ts'
import { syntheticSession } from './synthetic.ts'

const recorded = ['b', 'a', 'c', 'd'].map((name) => ({
  name,
  lines: syntheticSession({ seed: name, rounds: 8, ...(name === 'd' ? {} : { compactAfter: 5 }) }),
}))
const set = sessionSet(recorded)
const count = (text: string): number => text.length

test('sessions stand in the order of their names', () => {
  expect(set.sessions.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

test('a name that a quarter of the sessions share is common', () => {
  const keys = [...(set.sessions[0]?.keys ?? [])]
  for (const key of keys) expect(set.isCommon(key)).toBe(set.sessions.filter((one) => one.keys.has(key)).length >= 2)
})

test('decoys are names this session never says, the same each time', () => {
  const decoys = decoysFor(set, 'a')
  expect(decoys).toEqual(decoysFor(set, 'a'))
  for (const key of decoys) expect(set.sessions[0]?.keys.has(key)).toBe(false)
})

test('each session with a summary is cut there once', () => {
  expect(recordedCutsOf(set, count).map(({ session }) => session)).toEqual(['a', 'b', 'c'])
})

test('the other session’s summary is another session’s', () => {
  expect(foreignSummaryOf(set, 'a')).toBe(set.sessions[1]?.stretches[0]?.summary)
  expect(foreignSummaryOf(sessionSet([]), 'x')).toBeUndefined()
})

test('which half a session belongs to is in its name', () => {
  expect(new Set(Array.from({ length: 40 }, (_, at) => splitOf(`session ${at}`)))).toEqual(
    new Set(['development', 'validation']),
  )
  expect(splitOf('a')).toBe(splitOf('a'))
})
