import type { Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryIds } from '../testing/memory-ports.ts'
import { BENCH_SETTINGS, type OpenedSession, sessionBench } from '../testing/session-bench.ts'

const readContext = async () => ({
  instructions: [{ path: '/p/AGENTS.md', text: 'Be brief.' }],
  shell: 'bash',
  date: '2026-03-14',
  warnings: [],
})

const contexts = ({ log }: OpenedSession) =>
  log.lines.flatMap((line) =>
    line.type === 'response_item' && line.payload.meta.origin === 'context' ? [JSON.stringify(line.payload)] : [],
  )

const again = async (settings: Settings) => {
  const first = sessionBench({ script: [{ text: 'Aye.' }], readContext })
  await first.say('sb_1', 'Hello')
  await first.ended('sb_1')
  await first.session.close('unload')
  const second = sessionBench({
    lines: first.log.lines,
    ids: memoryIds('b'),
    script: [{ text: 'Aye.' }],
    readContext,
    settings,
  })
  await second.say('sb_2', 'And now?')
  await second.ended('sb_2')
  return contexts(second)
}

test('a thread that goes on as it was is told nothing anew', async () => {
  expect(await again(BENCH_SETTINGS)).toHaveLength(2)
})

test('under other rules the model is told the new environment, and the instructions stand once', async () => {
  const told = await again({ ...BENCH_SETTINGS, sandbox: { mode: 'read-only', network: false } })
  expect(told).toHaveLength(3)
  expect(told[2]).toContain('read-only')
  expect(told.filter((text) => text.includes('Be brief.'))).toHaveLength(1)
})
