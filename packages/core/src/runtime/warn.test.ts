import { expect, test } from 'vitest'
import { emptyLedger } from '../engine/usage-ledger.ts'
import { BENCH_SETTINGS, type OpenedSession, sessionBench, usage } from '../testing/index.ts'
import { openReading, rounds, windowOf } from '../testing/reading-session.ts'
import { openWarn } from './warn.ts'

const warnings = (bench: OpenedSession) =>
  bench.events.flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : []))

test('a server that seems to cut requests is named once, not with every answer', async () => {
  const answer = { text: 'ok', usage: usage(2_048, 5) }
  const bench = sessionBench({ script: [answer, answer] })
  for (const id of ['sb_a', 'sb_b']) {
    await bench.say(id, 'many words '.repeat(4_000))
    await bench.ended(id)
  }
  expect(warnings(bench)).toEqual([expect.stringContaining('model.context_window')])
})

test('a warning is told when it begins to hold, and again only after it has passed', () => {
  const told: string[] = []
  const warn = openWarn((msg) => told.push(msg.type))
  const at = (fixedTokens: number) => {
    const gauge = {
      windowTokens: 100_000,
      staticTokens: 0,
      fixedTokens,
      visibleTokens: fixedTokens,
      ledger: emptyLedger,
    }
    warn({ gauge, compact: BENCH_SETTINGS.compact, featureOn: true, disbelieved: null }, null)
    return told.length
  }
  expect([70_000, 70_000, 1_000, 70_000].map(at)).toEqual([1, 1, 1, 2])
})

test('instructions that fill the window are named when the thread opens, and no compaction is tried', async () => {
  const instructions = [{ path: '/home/ada/AGENTS.md', text: 'Every rule there is. '.repeat(1_800) }]
  const readContext = async () => ({ instructions, shell: 'bash', date: '2026-03-14', warnings: [] })
  const bench = openReading({ script: rounds(9), settings: windowOf(16_000), readContext })
  await bench.say('sb_a', 'Read.')
  expect((await bench.ended('sb_a')).msg).toMatchObject({ reason: 'context_exhausted' })
  expect(warnings(bench)[0]).toContain('project instructions')
  expect(bench.events.some(({ msg }) => msg.type === 'compaction_started')).toBe(false)
})
