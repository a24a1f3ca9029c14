import { expect, test } from 'vitest'
import { drawProbes } from './draw.ts'
import { sessionSet } from './session-set.ts'
import { syntheticSession } from './synthetic.ts'

const count = (text: string): number => Math.ceil(text.length / 1.2)
const names = ['one', 'two', 'three']
const set = sessionSet(
  names.map((name) => ({ name, lines: syntheticSession({ seed: name, rounds: 60, compactAfter: 50 }) })),
)
const draw = (seed: string) => drawProbes({ set, count, seed, total: 20 })
const drawn = draw('a')
const slots = (list: typeof drawn) => list.map(({ cut, probe }) => `${cut} ${probe.id}`)

test('a seed draws the same probes again, and another seed others', () => {
  expect(slots(draw('a'))).toEqual(slots(drawn))
  expect(slots(draw('b'))).not.toEqual(slots(drawn))
})

test('no probe is drawn twice, and every session has its turn', () => {
  expect(new Set(drawn.map(({ session, probe }) => `${session} ${probe.id}`)).size).toBe(drawn.length)
  expect([...new Set(drawn.map(({ session }) => session))].sort()).toEqual([...names].sort())
})

test('the kinds come in turn, the primary one first', () => {
  expect(drawn[0]?.kind).toBe('pair')
  for (const kind of ['statement', 'relation', 'entity']) expect(drawn.map((one) => one.kind)).toContain(kind)
})

test('each quote holds a line that says what is asked, and a used line comes from what the agent did', () => {
  for (const { kind, probe, said, used } of drawn) {
    expect(used.every(({ event }) => event.kind === 'call' || event.kind === 'say')).toBe(true)
    if (probe.kind !== 'entity' && probe.kind !== 'statement') continue
    const { spellings } = probe.subject
    expect(said.length, probe.id).toBeGreaterThan(0)
    for (const { lines } of [...said, ...used])
      expect(lines.some((line) => spellings.some((name) => line.includes(name)))).toBe(true)
    if (kind === 'pair') expect(used.length).toBeGreaterThan(0)
  }
})

test('with a metric only what counts in it is drawn', () => {
  const some = drawProbes({ set, count, seed: 'a', total: 5, metric: 'salient.statement' })
  expect(some).toHaveLength(5)
  for (const { metrics } of some) expect(metrics).toContain('salient.statement')
})
