/** Archives and snapshots through a running session: written before the compaction, listed, shown, restored. */
import type { EventMsg } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { memoryProjectFiles } from '../testing/index.ts'
import { about, compact, rounds, withPast } from '../testing/reading-session.ts'

const twiceCompacted = async () => {
  const projectFiles = memoryProjectFiles()
  const script = [...rounds(12), { text: 'All read.' }, ...rounds(8), { text: 'Read too.' }, { text: 'Yes.' }]
  const bench = await withPast(12, { projectFiles, script })
  for (const id of ['sb_c1', 'sb_c2']) {
    await compact(bench, id, { strategy: 'extractive', budget: 2_000 })
    await bench.ended(id)
    bench.clock.advance(1_000)
    if (id === 'sb_c1') {
      await bench.say('sb_more', 'Now the second quay: read it all.')
      await bench.ended('sb_more')
    }
  }
  return { bench, projectFiles }
}

const listed = (msg: EventMsg) => (msg.type === 'history_list_result' ? msg.archives : [])

test('each compaction leaves the view before it and a snapshot of the state', async () => {
  const { bench, projectFiles } = await twiceCompacted()
  const answer = await bench.session.ask({ type: 'history_list' })
  const archives = answer.ok ? listed(answer.value) : []
  const entries = bench.log.lines.flatMap((line) => (line.type === 'compacted' ? [line.payload] : []))
  expect(archives.map(({ name, compaction_id }) => [name, compaction_id])).toEqual(
    entries.map(({ archive, id }) => [archive, id]).reverse(),
  )
  expect(archives.every(({ tokens_before, items }) => tokens_before > 0 && items > 0)).toBe(true)
  expect([...projectFiles.snapshots.values()]).toMatchObject([
    { task: 'Now the second quay: read it all.', env: { cwd: '/home/ada/harbour' } },
  ])
})

test('an archive is shown a page at a time, also by its time alone', async () => {
  const { bench } = await twiceCompacted()
  const list = await bench.session.ask({ type: 'history_list', limit: 1 })
  const [newest] = list.ok ? listed(list.value) : []
  expect(list.ok && list.value).toMatchObject({ next_cursor: newest?.name })
  const first = await bench.session.ask({ type: 'history_show', archive: newest?.name.slice(0, 19) ?? '', limit: 2 })
  expect(first).toMatchObject({ ok: true, value: { archive: newest, next_cursor: '2' } })
  const rest = await bench.session.ask({ type: 'history_show', archive: newest?.name ?? '', limit: 100, cursor: '2' })
  const items = [first, rest].flatMap((page) =>
    page.ok && page.value.type === 'history_show_result' ? page.value.items : [],
  )
  expect(items).toHaveLength(newest?.items ?? 0)
  expect(await bench.session.ask({ type: 'history_show', archive: '1999' })).toMatchObject({
    ok: false,
    error: { code: 'invalid', path: ['op', 'archive'] },
  })
})

test('restoring the older one undoes both, and what was said since stays', async () => {
  const { bench } = await twiceCompacted()
  const list = await bench.session.ask({ type: 'history_list' })
  const oldest = (list.ok ? listed(list.value) : []).at(-1)
  expect(await bench.submit('sb_r', { type: 'history_restore', archive: oldest?.name ?? '' })).toMatchObject({
    type: 'accepted',
  })
  const undone = about(bench, 'sb_r').flatMap(({ msg }) =>
    msg.type === 'compaction_undone' ? [msg.compaction_id] : [],
  )
  expect(undone).toHaveLength(2)
  expect(undone.at(-1)).toBe(oldest?.compaction_id)
  await bench.say('sb_last', 'Which quay was second?')
  await bench.ended('sb_last')
  const texts = JSON.stringify(bench.model.requests.at(-1)?.items)
  expect(texts).toContain('Read all of the quay, please.')
  expect(texts).toContain('Now the second quay')
  expect(await bench.submit('sb_again', { type: 'history_restore', archive: oldest?.name ?? '' })).toMatchObject({
    type: 'rejected',
    code: 'nothing_to_undo',
  })
})

test('a disk that refuses costs a warning and no compaction', async () => {
  const projectFiles = memoryProjectFiles()
  const bench = await withPast(12, { projectFiles })
  projectFiles.breakDown()
  await compact(bench, 'sb_c', { strategy: 'extractive' })
  expect((await bench.ended('sb_c')).msg.type).toBe('turn_complete')
  const warnings = bench.events.flatMap(({ msg }) => (msg.type === 'warning' ? [msg.message] : []))
  expect(warnings.filter((text) => text.includes('no space left on device'))).toHaveLength(1)
})

test('a folder that stays unusable is told of once', async () => {
  const projectFiles = memoryProjectFiles()
  const again = [...rounds(8), { text: 'Read too.' }]
  const bench = await withPast(12, { projectFiles, script: [...rounds(12), { text: 'All read.' }, ...again, ...again] })
  const compactedOnce = async (id: string) => {
    await compact(bench, id, { strategy: 'extractive', budget: 2_000 })
    await bench.ended(id)
    bench.clock.advance(1_000)
    await bench.say(`sb_after_${id}`, 'Now the next quay: read it all.')
    await bench.ended(`sb_after_${id}`)
  }
  const told = () => bench.events.filter(({ msg }) => msg.type === 'warning' && msg.message.includes('no space left'))
  projectFiles.breakDown()
  await compactedOnce('sb_c1')
  await compactedOnce('sb_c2')
  expect(told()).toHaveLength(1)
})

test('without a place beside the project nothing is listed', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c', { strategy: 'extractive' })
  await bench.ended('sb_c')
  expect(await bench.session.ask({ type: 'history_list' })).toEqual({
    ok: true,
    value: { type: 'history_list_result', archives: [] },
  })
})
