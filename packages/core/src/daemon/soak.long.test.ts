// Everything the wire promises, at once: many events, many clients, bad lines, slow readers, a daemon that is killed.
import { expect, inject, test } from 'vitest'
import { chanceFrom } from './testing/seeded-chance.ts'
import { runSoak } from './testing/soak-bench.ts'

const hasPython = inject('available').includes('python')

test('every client ends with the same events and the same texts, whatever happened on the way', async () => {
  const { sights, events, cuts, growthMb } = await runSoak({
    turns: 140,
    killedTurns: [15, 40, 70, 100, 125],
    chance: chanceFrom(Number(process.env.SEED ?? 1)),
    python: hasPython ? (process.env.RAWR_PYTHON ?? 'python3') : null,
    clients: 8,
  })
  const end = events.findIndex(({ msg }) => msg.type === 'user_message' && msg.text === 'That was all.')
  const told = events.slice(0, end + 1)
  expect(told.length).toBeGreaterThanOrEqual(10_000)
  const seqs = told.map((_, index) => index + 1)
  expect(told.map(({ seq }) => seq)).toEqual(seqs)
  const texts = Object.fromEntries(
    told.flatMap(({ msg }) => (msg.type === 'agent_message' ? [[msg.item_id, msg.text]] : [])),
  )
  expect(Object.keys(sights)).toHaveLength(8)
  for (const [name, sight] of Object.entries(sights)) {
    expect(sight.seqs, name).toEqual(seqs)
    expect(sight.texts, name).toEqual(texts)
    expect([sight.gaps, sight.holes], name).toEqual([0, 0])
    expect(sight.losses, name).toBeGreaterThan(5)
  }
  expect(cuts).toBeGreaterThan(50)
  expect(Math.max(...growthMb)).toBeLessThan(50)
  process.stdout.write(
    `soak: ${told.length} events, ${cuts} cuts, growth MB ${growthMb.map((mb) => mb.toFixed(1)).join(' ')}, ` +
      `${Object.entries(sights)
        .map(([name, { losses, snapshots }]) => `${name}: ${losses} losses ${snapshots} snapshots`)
        .join(', ')}\n`,
  )
})
