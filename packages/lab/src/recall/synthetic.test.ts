import { RolloutLine } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { syntheticSession } from './synthetic.ts'

test('the same seed gives the same session, and every line is one of our log', () => {
  const lines = syntheticSession({ seed: 'a', rounds: 6, compactAfter: 3 })
  expect(syntheticSession({ seed: 'a', rounds: 6, compactAfter: 3 })).toEqual(lines)
  for (const line of lines.filter(({ type }) => type === 'response_item'))
    expect(RolloutLine.safeParse({ ...line, timestamp: '2026-01-02T03:04:05.000Z' }).success).toBe(true)
})

test('another seed gives another', () => {
  const texts = (seed: string) => JSON.stringify(syntheticSession({ seed, rounds: 6 }))
  expect(texts('a')).not.toBe(texts('b'))
})

test('ids are unique', () => {
  const ids = syntheticSession({ seed: 'a', rounds: 9 }).flatMap((line) =>
    line.type === 'response_item' ? [line.payload.meta.id] : [],
  )
  expect(new Set(ids).size).toBe(ids.length)
})
