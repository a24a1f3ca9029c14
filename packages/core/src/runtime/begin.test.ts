import { type Settings, textOfItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryIds } from '../testing/memory-ports.ts'
import { compact, withPast } from '../testing/reading-session.ts'
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

const NOTES = '/p/AGENTS.md'

/** A thread over instruction files that change between its turns: what each request shows of the context. */
const changing = async (...days: readonly (readonly { readonly path: string; readonly text: string }[])[]) => {
  let files = days[0] ?? []
  const bench = sessionBench({
    script: days.map(() => ({ text: 'Aye.' })),
    readContext: async () => ({ ...(await readContext()), instructions: files }),
  })
  for (const [turn, today] of days.entries()) {
    files = today
    await bench.say(`sb_${turn}`, `Turn ${turn}.`)
    await bench.ended(`sb_${turn}`)
  }
  return bench.model.requests.map(({ items }) =>
    items.flatMap((item) => (item.meta.origin === 'context' ? [textOfItem(item)] : [])),
  )
}

test('a changed instruction file is told before the next turn, byte for byte and once; what was told stays in place', async () => {
  const [first = [], second = [], third = []] = await changing(
    [{ path: NOTES, text: 'Be brief.' }],
    [{ path: NOTES, text: 'Be loud.\r\n' }],
    [{ path: NOTES, text: 'Be loud.\r\n' }],
  )
  expect(second.slice(0, 2)).toEqual(first)
  expect(second.slice(2)).toEqual([
    '<project_instructions path="/p/AGENTS.md" state="changed">\nBe loud.\r\n\n</project_instructions>',
  ])
  expect(third).toEqual(second)
})

test('one that is new, is gone or is again as it was is told in so many words; no text stands twice', async () => {
  const [brief, loud, more] = [
    { path: NOTES, text: 'Be brief.' },
    { path: NOTES, text: 'Be loud.' },
    { path: '/p/app/AGENTS.md', text: 'Be kind.' },
  ]
  const days = await changing([brief], [loud, more], [brief, more], [brief], [brief])
  expect(days.map(({ length }) => length)).toEqual([2, 4, 5, 6, 6])
  const last = days.at(-1) ?? []
  expect(last.slice(2).map((text) => text.slice(0, text.indexOf('\n')))).toEqual([
    '<project_instructions path="/p/AGENTS.md" state="changed">',
    '<project_instructions path="/p/app/AGENTS.md">',
    '<project_instructions path="/p/AGENTS.md" state="reverted" item="i1">',
    '<project_instructions path="/p/app/AGENTS.md" state="removed">',
  ])
  expect(last.join('\n').split('Be brief.')).toHaveLength(2)
})

test('after a compaction only what holds stands there', async () => {
  let text = 'Berths are numbered from the sea.'
  const past = await withPast(6, {
    readContext: async () => ({ ...(await readContext()), instructions: [{ path: NOTES, text }] }),
  })
  text = 'Berths are numbered from the land.'
  await past.say('sb_2', 'And now?')
  await past.ended('sb_2')
  await compact(past, 'sb_compact', { strategy: 'extractive', budget: 3_000 })
  await past.ended('sb_compact')
  await past.say('sb_3', 'And now?')
  await past.ended('sb_3')
  const shown = past.model.requests
    .at(-1)
    ?.items.flatMap((item) => (item.meta.origin === 'context' ? [textOfItem(item)] : []))
  expect(shown?.filter((each) => each.includes('project_instructions'))).toEqual([
    `<project_instructions path="/p/AGENTS.md">\n${text}\n</project_instructions>`,
  ])
})

test('where the files cannot be read a turn goes on with what was told', async () => {
  let reads = 0
  const bench = sessionBench({
    script: [{ text: 'Aye.' }],
    readContext: async () => {
      reads += 1
      if (reads > 1) throw new Error('the disk is gone')
      return readContext()
    },
  })
  await bench.say('sb_1', 'Hello')
  expect((await bench.ended('sb_1')).msg.type).toBe('turn_complete')
})
