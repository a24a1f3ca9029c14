// Failure rows of the kind UNDO: undo, rollback and rewind across a compaction.
import type { HistoryItem } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { chatty, opensPasts, type PastBench, rounds } from '../testing/past-bench.ts'

const open = opensPasts()

const SMALL = { strategy: 'extractive', budget: 2_000 } as const

const turn = async (row: PastBench, n: number): Promise<void> => {
  expect(await row.say(`Turn ${n}: read it.`)).toMatchObject({ type: 'turn_complete' })
}

const rollBack = async (row: PastBench, turns: number): Promise<void> => {
  const times = row.told('thread_rolled_back').length
  expect(await row.send({ type: 'thread_rollback', turns })).toMatchObject({ type: 'accepted' })
  await row.client.event('thread_rolled_back', times)
}

const undo = async (row: PastBench): Promise<void> => {
  const times = row.told('compaction_undone').length
  expect(await row.send({ type: 'uncompact' })).toMatchObject({ type: 'accepted' })
  await row.client.event('compaction_undone', times)
}

/** What is said of the place, and may be said anew, apart. */
const said = (items: readonly HistoryItem[]) => items.filter(({ meta }) => meta.origin !== 'context')

test('UNDO-01: turns 1 to 4, compacted after 3, rolled back by 3: turn 1 in full and nothing else', async () => {
  const row = await open({ script: [...chatty(4), { text: 'Turn 1 alone.' }] })
  await turn(row, 1)
  const first = await row.view()
  await turn(row, 2)
  await turn(row, 3)
  await row.condense(SMALL)
  await turn(row, 4)
  await rollBack(row, 3)
  expect(await row.view()).toEqual(first)
  await row.say('What was there?')
  const sent = row.asked().at(-1)?.texts.join('\n') ?? ''
  expect(sent).toContain('Turn 1: read it.')
  expect(sent).not.toMatch(/Turn [234]: read it\./)
})

test('UNDO-03: the undo of a compaction brings all of the work before it back, and later work stays', async () => {
  const row = await open({ script: chatty(2) })
  await turn(row, 1)
  const before = await row.view()
  await row.condense(SMALL)
  await turn(row, 2)
  await undo(row)
  const after = await row.view()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(await row.viewText()).toContain('Turn 2: read it.')
})

test('UNDO-04: three rollbacks of one turn cross the border, and the summary is never a turn of its own', async () => {
  const row = await open({ script: chatty(4) })
  const views: (readonly HistoryItem[])[] = []
  for (const n of [1, 2, 3, 4]) {
    await turn(row, n)
    views.push(await row.view())
    if (n === 3) await row.condense(SMALL)
  }
  const texts = async () => [...new Set((await row.viewText()).match(/Turn \d: read it\./g))]
  await rollBack(row, 1)
  expect((await texts()).at(-1)).toBe('Turn 3: read it.')
  await rollBack(row, 1)
  expect(said(await row.view())).toEqual(said(views[1] ?? []))
  await rollBack(row, 1)
  expect(said(await row.view())).toEqual(said(views[0] ?? []))
})

test('UNDO-04: of three undos of compactions the first finds one, the others say that there is none', async () => {
  const row = await open({ script: chatty(1) })
  await turn(row, 1)
  const before = await row.view()
  await row.condense(SMALL)
  await undo(row)
  for (const _ of [2, 3]) expect(await row.send({ type: 'uncompact' })).toMatchObject({ code: 'nothing_to_undo' })
  expect(await row.view()).toEqual(before)
})

test('UNDO-05: of two compactions the last comes off first, then the original is there in full', async () => {
  const row = await open({ script: chatty(2) })
  await turn(row, 1)
  await row.condense(SMALL)
  const afterFirst = await row.view()
  await turn(row, 2)
  await row.condense(SMALL)
  await undo(row)
  expect((await row.view()).slice(0, afterFirst.length)).toEqual(afterFirst)
  await undo(row)
  const logged = (await row.lines()).flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))
  expect(await row.view()).toEqual(logged)
})

test('UNDO-07: what a cut hid when everything else had failed is back after a rewind in a window that holds it', async () => {
  // Pinned, so that no summary helps; a model that refuses to condense.
  const row = await open({
    window: 20_000,
    script: [...rounds(9), { text: 'Read.' }, { text: 'All there.' }],
    settings: { features: { micro_compact: false } },
  })
  await row.say('Read it all.')
  const entries = await row.compacted()
  expect(entries.map(({ trigger }) => trigger)).toContain('hard_limit')
  await row.resume({ model: { context_window: 100_000 } })
  for (const _ of entries) await undo(row)
  const logged = (await row.lines()).flatMap((line) => (line.type === 'response_item' ? [line.payload.meta.id] : []))
  expect((await row.view()).map(({ meta }) => meta.id)).toEqual(logged)
  await row.say('Is all there?')
  const sent = row.asked().at(-1)?.texts.join('\n') ?? ''
  for (let n = 1; n <= 9; n += 1) expect(sent).toContain(`export const berth${n}x159 = moor(`)
})
