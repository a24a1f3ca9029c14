/** What every place for project files promises. */
import { deepEqual, equal } from 'node:assert/strict'
import { ArchiveName, CompactionId, type HistoryItem, ItemId, ThreadId } from '@rawr/protocol'
import type { Archive, ProjectFiles } from '../../ports/project-files.ts'
import type { ContractCase } from './contract.ts'

const threadId = ThreadId.parse('th_1')

const item = (id: string, text: string): HistoryItem => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  meta: { id: ItemId.parse(id), at: 1, origin: 'user' },
})

const archive = (time: string, items: readonly HistoryItem[] = [item('i1', 'größer\n🦖')]): Archive => ({
  info: {
    name: ArchiveName.parse(`${time}-th_1`),
    thread_id: threadId,
    compaction_id: CompactionId.parse('cp_1'),
    at: '2026-03-14T09:00:00.000Z',
    tokens_before: 9,
    items: items.length,
    log_lines: 4,
  },
  items,
})

const [early, late] = ['20260314T090000000Z', '20260314T100000000Z']

/** `make` gives an empty place each time. */
export const projectFilesContract = (make: () => Promise<ProjectFiles>): readonly ContractCase[] => [
  {
    name: 'an archive comes back as it was written',
    run: async () => {
      const files = await make()
      const written = archive(early)
      await files.writeArchive(written)
      deepEqual(await files.readArchive(written.info.name), written)
    },
  },
  {
    name: 'archives are listed newest first, and not once they are dropped',
    run: async () => {
      const files = await make()
      deepEqual(await files.archives(), [])
      for (const time of [early, late]) await files.writeArchive(archive(time, []))
      deepEqual(
        (await files.archives()).map(({ name }) => name),
        [`${late}-th_1`, `${early}-th_1`],
      )
      const { name } = archive(late).info
      await files.dropArchive(name)
      await files.dropArchive(name)
      equal((await files.archives()).length, 1)
      equal(await files.readArchive(name), null)
    },
  },
]
