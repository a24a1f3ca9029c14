import { historyFromLines } from '@rawr/compaction'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { context, withPast } from '../testing/reading-session.ts'
import { readRestored } from './read-restored.ts'
import type { ThreadRecord } from './record.ts'

const readPast = async (readFile?: (path: string) => Promise<string | null>) => {
  const bench = await withPast(2)
  const record = { history: () => historyFromLines(bench.log.lines) } as ThreadRecord
  return readRestored({ record, settings: DEFAULT_SETTINGS, ...(readFile === undefined ? {} : { readFile }) }, context)
}

test('files come as they are now; one that is gone, empty or cannot be read is passed over', async () => {
  expect(await readPast(async (path) => `${path} now`)).toEqual([{ path: 'src/quay.ts', text: 'src/quay.ts now' }])
  expect(await readPast(async () => null)).toEqual([])
  expect(await readPast(async () => ' \n')).toEqual([])
  expect(await readPast(() => Promise.reject(new Error('EIO')))).toEqual([])
})

test('where nothing can be read nothing is restored', async () => {
  expect(await readPast()).toEqual([])
})
