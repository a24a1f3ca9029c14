import { expect, test } from 'vitest'
import { stretchesOf } from '../../probes/normal-form.ts'
import { arm, type CompactorInput, offline } from '../compactor.ts'
import { syntheticSession } from '../synthetic.ts'
import { chainedArm, withoutArchive } from './drift.ts'

const count = (text: string): number => text.length
const events = stretchesOf(syntheticSession({ seed: 'drift', rounds: 10 })).flatMap((stretch) => stretch.events)
const seen: CompactorInput[] = []
const spy = arm(
  'baseline',
  offline('spy', (input) => {
    seen.push(input)
    return { text: `seen ${input.events.length}` }
  }),
)
const run = async (one: typeof spy, cycles: number) => {
  seen.length = 0
  // Sight is for cheats; this arm looks at none of it.
  const compactor = chainedArm(one, cycles, count).compactorFor({} as never)
  return compactor?.compact({ events, budgetTokens: 100, count, pins: [] })
}

test('each cut is later than the one before, and the last is the end', async () => {
  await run(spy, 5)
  const lengths = seen.map((input) => input.events.length)
  expect(lengths).toHaveLength(5)
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  expect(lengths.at(-1)).toBe(events.length)
  expect(seen.map(({ prior }) => prior?.events)).toEqual([undefined, ...lengths.slice(0, -1)])
})

test('without an archive the earlier text stands for what it covered', async () => {
  const output = await run(withoutArchive(spy), 2)
  const [first, second] = seen
  expect(second?.events[0]).toMatchObject({ kind: 'summary', text: `seen ${first?.events.length}` })
  expect(second?.events).toHaveLength(1 + events.length - (first?.events.length ?? 0))
  expect(output?.text).toBe(`seen ${second?.events.length}`)
})
