import { type History, historyFromLines } from '@rawr/compaction'
import { DEFAULT_SETTINGS } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { context, withPast } from '../testing/reading-session.ts'
import { readRestored } from './read-restored.ts'
import type { ThreadRecord } from './record.ts'

const readPast = async (readFile?: (path: string) => Promise<string | null>) => {
  const bench = await withPast(2)
  return readOf(historyFromLines(bench.log.lines), { readFile })
}

type Reading = {
  readonly readFile?: ((path: string) => Promise<string | null>) | undefined
  readonly instructions?: readonly { readonly path: string; readonly text: string }[]
}

const readOf = (history: History, { readFile, instructions = context.instructions }: Reading) => {
  const record = { history: () => history } as ThreadRecord
  const reads = readFile === undefined ? {} : { readFile }
  return readRestored(
    { record, settings: DEFAULT_SETTINGS, cwd: '/home/ada/harbour', ...reads },
    { ...context, instructions },
  )
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

test('an instruction file is not shown twice, whatever its spelling; a file that it only speaks of is restored', async () => {
  const bench = await withPast(1)
  const history = historyFromLines(bench.log.lines)
  const readFile = async (path: string) => `${path} now`
  const text = 'Berths are moored in src/quay.ts.'
  for (const path of ['/home/ada/harbour/src/quay.ts', 'src/quay.ts', '/home/ada/harbour/./src/quay.ts'])
    expect(await readOf(history, { readFile, instructions: [{ path, text }] })).toEqual([])
  const instructions = [{ path: '/home/ada/harbour/AGENTS.md', text }]
  expect(await readOf(history, { readFile, instructions })).toEqual([{ path: 'src/quay.ts', text: 'src/quay.ts now' }])
})
