import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { threadFiles } from './thread-files.ts'

test('only files with the name of a log are threads, and a home without any has none', async () => {
  const home = await mkdtemp(join(tmpdir(), 'rawr-files-'))
  expect(await threadFiles(home)).toEqual([])
  const folder = join(home, 'sessions', '2026', '03', '14')
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'rollout-2026-03-14T09-00-00-th_1.jsonl')
  for (const file of [path, `${path}.damaged-2026`, join(folder, 'notes.txt')]) await writeFile(file, '')
  expect(await threadFiles(home)).toEqual([{ path, threadId: 'th_1' }])
})
