import { ArchiveName, CompactionId, EVENT_FRAME_BYTES_MAX, ItemId, ThreadId } from '@rawr/protocol'
import { expect, it } from 'vitest'
import { memoryProjectFiles } from '../testing/index.ts'
import { archiveList, shownArchive } from './archive-query.ts'

const beside = async (...threads: readonly string[]) => {
  const projectFiles = memoryProjectFiles()
  for (const [hour, thread] of threads.entries())
    await projectFiles.writeArchive({
      info: {
        name: ArchiveName.parse(`20260314T0${hour}0000000Z-${thread}`),
        thread_id: ThreadId.parse(thread),
        compaction_id: CompactionId.parse('cp_1'),
        at: '2026-03-14T09:00:00.000Z',
        tokens_before: 9,
        items: 0,
        log_lines: 4,
      },
      items: [],
    })
  return { projectFiles, threadId: ThreadId.parse('th_1') }
}

const names = async (...query: Parameters<typeof archiveList>) => {
  const answer = await archiveList(...query)
  return answer.type === 'history_list_result' ? answer.archives.map(({ name }) => name.slice(8)) : []
}

it('lists the archives of this thread, or of all threads of the project', async () => {
  const place = await beside('th_1', 'th_2', 'th_1')
  expect(await names(place, { type: 'history_list' })).toEqual(['T020000000Z-th_1', 'T000000000Z-th_1'])
  expect(await names(place, { type: 'history_list', all_threads: true })).toHaveLength(3)
})

it('goes on behind the last page', async () => {
  const place = await beside('th_1', 'th_1', 'th_1')
  const first = await archiveList(place, { type: 'history_list', limit: 2 })
  const cursor = first.type === 'history_list_result' ? first.next_cursor : undefined
  expect(await names(place, { type: 'history_list', limit: 2, ...(cursor === undefined ? {} : { cursor }) })).toEqual([
    'T000000000Z-th_1',
  ])
})

it('shows one that is named well enough', async () => {
  const place = await beside('th_1', 'th_2')
  expect(await shownArchive(place, { type: 'history_show', archive: '20260314T01' })).toMatchObject({ ok: true })
  expect(await shownArchive(place, { type: 'history_show', archive: '20260314' })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('say which') },
  })
})

it('shows no more items at a time than a frame holds, each of them once', async () => {
  const place = await beside('th_1')
  const [info] = await place.projectFiles.archives()
  if (info === undefined) throw new Error('no archive')
  const items = Array.from({ length: 30 }, (_, n) => ({
    type: 'progress' as const,
    text: 'x'.repeat(n === 7 ? 600_000 : 40_000),
    meta: { id: ItemId.parse(`i${n}`), at: 1, origin: 'tool' as const },
  }))
  await place.projectFiles.writeArchive({ info: { ...info, items: items.length }, items })
  const shown: string[] = []
  for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
    const page = await shownArchive(place, { type: 'history_show', archive: info.name, limit: 100, cursor })
    if (!page.ok || page.value.type !== 'history_show_result') throw new Error('no page')
    const bytes = JSON.stringify(page.value.items).length
    expect(page.value.items.length === 1 || bytes < EVENT_FRAME_BYTES_MAX / 2).toBe(true)
    shown.push(...page.value.items.map(({ meta }) => meta.id))
    cursor = page.value.next_cursor
  }
  expect(shown).toEqual(items.map(({ meta }) => meta.id))
})
