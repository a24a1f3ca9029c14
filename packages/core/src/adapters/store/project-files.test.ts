import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyHistory, snapshotOf } from '@rawr/compaction'
import { ArchiveName, CompactionId, ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import type { ProjectFiles } from '../../ports/project-files.ts'
import { projectFilesContract } from '../../testing/contracts/project-files.ts'
import { openProjectFiles } from './project-files.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const freshFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'rawr-project-'))
  folders.push(folder)
  return folder
}

for (const { name, run } of projectFilesContract(async () => openProjectFiles(await freshFolder())))
  test(`project files on the disk: ${name}`, run)

const keptArchive = async (files: ProjectFiles) => {
  const info = {
    name: ArchiveName.parse('20260314T090000000Z-th_1'),
    thread_id: ThreadId.parse('th_1'),
    compaction_id: CompactionId.parse('cp_1'),
    at: '2026-03-14T09:00:00.000Z',
    tokens_before: 9,
    items: 0,
    log_lines: 4,
  }
  await files.writeArchive({ info, items: [] })
  return files.archives()
}

const summary = snapshotOf(emptyHistory, { at: '2026-03-14T09:00:00.000Z', env: { cwd: '/quay' } })

test('a snapshot is the newest of the project too, and nothing else lies about', async () => {
  const root = await freshFolder()
  await openProjectFiles(root).writeSnapshot(ThreadId.parse('th/1'), summary)
  expect(JSON.parse(await readFile(join(root, '.rawr/snapshots/th_1.json'), 'utf8'))).toEqual(summary)
  expect(JSON.parse(await readFile(join(root, '.rawr/session.json'), 'utf8'))).toEqual(summary)
  expect((await readdir(join(root, '.rawr'))).sort()).toEqual(['.gitignore', 'session.json', 'snapshots'])
})

test('what git ignores is said once, and what somebody else said of it stays', async () => {
  const [ours, theirs] = [await freshFolder(), await freshFolder()]
  await mkdir(join(theirs, '.rawr'))
  await writeFile(join(theirs, '.rawr/.gitignore'), '# mine\n')
  for (const root of [ours, theirs]) await openProjectFiles(root).writeSnapshot(ThreadId.parse('th_1'), summary)
  expect(await readFile(join(ours, '.rawr/.gitignore'), 'utf8')).toBe(
    '/.gitignore\n/snapshots/\n/history/\n/session.json\n',
  )
  expect(await readFile(join(theirs, '.rawr/.gitignore'), 'utf8')).toBe('# mine\n')
})

test('what is kept of a thread its owner alone may read', async () => {
  const root = await freshFolder()
  const files = openProjectFiles(root)
  await files.writeSnapshot(ThreadId.parse('th_1'), summary)
  const [archive] = await keptArchive(files)
  const modes = ['history', 'snapshots', `history/${archive?.name}.jsonl`, 'snapshots/th_1.json', 'session.json'].map(
    async (path) => [path, ((await stat(join(root, '.rawr', path))).mode & 0o077) === 0] as const,
  )
  for (const [path, isPrivate] of await Promise.all(modes)) expect(isPrivate, path).toBe(true)
})

test('a file that is no archive is no archive', async () => {
  const root = await freshFolder()
  await mkdir(join(root, '.rawr/history'), { recursive: true })
  for (const name of ['notes.txt', '20260314T090000000Z-th_1.jsonl'])
    await writeFile(join(root, '.rawr/history', name), 'torn {')
  expect(await openProjectFiles(root).archives()).toEqual([])
})
