// Failure rows of the kind COST about what a provider is paid for: the prefix it has cached, and calls made twice.
import { expect, test } from 'vitest'
import { decisionFor } from '../../testing/report-decision.ts'
import { type Asked, held, opensPasts, rounds, running, type Said } from '../testing/past-bench.ts'

const open = opensPasts()

/** What a provider's cache reads, in its order. */
const prefixOf = ({ model, instructions, tools, input }: Asked): string =>
  JSON.stringify([model, instructions, tools, input]).slice(0, -2)

const commonBytes = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

test('COST-01: the request for a summary shares at least 95 % of its bytes with the last normal one, tools and all', async () => {
  const row = await open({
    script: [...rounds(12), { text: 'All read.' }, { text: '<summary>The quay was read.</summary>' }],
  })
  await row.say('Read all of the quay, please.')
  await row.condense({ strategy: 'full' })
  const [normal, summary] = row.asked().slice(-2).map(prefixOf)
  if (normal === undefined || summary === undefined) throw new Error('nothing was asked')
  expect(commonBytes(normal, summary) / summary.length).toBeGreaterThanOrEqual(0.95)
})

test('COST-02: over 20 turns with tools in changing order, and a restart between, the prefix only grows', async () => {
  const uses: readonly Said[] = [
    ...rounds(1),
    running('echo moored'),
    { calls: [{ name: 'list_dir', arguments: { path: 'src' } }] },
    { calls: [{ name: 'grep', arguments: { pattern: 'berth3x12\\b', path: 'src' } }] },
  ]
  const script = Array.from({ length: 20 }, (_, n) => [uses[(n * 7) % 4] ?? {}, { text: 'Yes.' }]).flat()
  const row = await open({ script })
  for (let n = 0; n < 20; n += 1) {
    expect(await row.say(`Question ${n}?`)).toMatchObject({ type: 'turn_complete' })
    if (n !== 9) continue
    await row.bench.restart()
    await row.resume({})
  }
  const prefixes = row.asked().map(prefixOf)
  expect(prefixes).toHaveLength(40)
  for (const [n, prefix] of prefixes.slice(1).entries())
    expect(commonBytes(prefixes[n] ?? '', prefix)).toBe(prefixes[n]?.length)
})

test('COST-03: an automatic trigger, /compact and a second client within 50 ms are one call, which the others join', async () => {
  const summary = held({ text: 'The quay was read.' })
  const row = await open({ script: [...rounds(12), { text: 'All read.' }, summary.step] })
  await row.say('Read all of the quay, please.')
  const before = row.asked().length
  const other = row.bench.client('other', { follow: new Map([[row.threadId, 0]]) })
  const usage = row.told('token_count').at(-1)?.usage
  if (usage === undefined) throw new Error('no figure was shown')
  const record = decisionFor(usage, 'auto_watcher')
  await row.send({ type: 'report_decision', record })
  const byWatcher = { type: 'compact', strategy: 'inline', trigger: 'auto_watcher', decision_id: record.id } as const
  const byHand = { type: 'compact', strategy: 'inline', trigger: 'manual' } as const
  const first = await row.send(byWatcher)
  const rest = await Promise.all([
    row.send(byHand),
    other.submit(byHand, { threadId: row.threadId }),
    row.send(byHand),
    other.submit(byHand, { threadId: row.threadId }),
  ])
  expect([first, ...rest].map((answer) => answer.type === 'accepted' && answer.outcome)).toEqual([
    'started',
    ...['joined', 'joined', 'joined', 'joined'],
  ])
  await summary.arrived
  summary.go()
  await row.client.event('context_compacted')
  expect(row.asked().length - before).toBe(1)
  expect(await row.compacted()).toHaveLength(1)
})
