import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Desk, openDesk, recordModel } from './testing/run-rawr.ts'

const desks: Desk[] = []
const desk = (): Desk => {
  const opened = openDesk()
  desks.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of desks.splice(0)) await opened.clear()
})

const SLOW = { timeout: 90_000 }

/** A window so small that the second message does not fit without a compaction. */
const compacted = async (project: Desk, ...flags: readonly string[]) => {
  const { rawr, home, folder } = project
  const rows = Array.from({ length: 500 }, (_, row) => `berth ${row} is moored at quay ${row * 7}`)
  writeFileSync(join(folder, 'berths.txt'), rows.join('\n'))
  const reads = Array.from({ length: 5 }, (_, step) => ({ say: `Reading ${step}.`, run: ['cat berths.txt'] }))
  recordModel(home, [...reads, { say: 'All read.' }, { say: 'Second.' }, { say: 'Third.' }])
  const config = JSON.parse(readFileSync(join(home, 'config.yaml'), 'utf8'))
  const small = {
    ...config,
    model: { context_window: 16_000 },
    compact: { mode: 'extractive' },
    tools: { output_max_tokens: 10_000 },
  }
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(small))
  const first = await rawr('exec', 'Read the berths, five times.', ...flags)
  return /thread (\S+)/.exec(first.err)?.[1] ?? ''
}

test('an archive is listed, shown and restored, and lies where git does not look', SLOW, async () => {
  const project = desk()
  const thread = await compacted(project)
  const { rawr, folder } = project
  const list = await rawr('history', 'list')
  expect(list).toMatchObject({ code: 0, out: expect.stringContaining(thread) })
  const [time = ''] = list.out.split(' ')
  const shown = await rawr('history', 'show', time)
  expect(shown.out).toContain('user: Read the berths, five times.')
  expect(shown.out).toContain('berth 0 is moored at quay 0')
  expect(await rawr('history', 'show', '1999')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no archive 1999 in '),
  })
  expect(await rawr('history', 'list', '--json')).toMatchObject({ out: expect.stringContaining('"tokens_before"') })
  expect(readFileSync(join(folder, '.rawr/.gitignore'), 'utf8')).toContain('history/')
  const snapshot = JSON.parse(readFileSync(join(folder, '.rawr/session.json'), 'utf8'))
  expect(snapshot).toMatchObject({ task: 'Read the berths, five times.', todo: [], known_failures: [] })
  // What comes back does not fit this window: said with both figures, and nothing changes.
  const refused = await rawr('history', 'restore', time)
  expect(refused.code).toBe(2)
  expect(refused.err).toMatch(/originals have about \d+ tokens and the model holds 16000/)
})

test('--no-project-files writes nothing beside the project', SLOW, async () => {
  const project = desk()
  await compacted(project, '--no-project-files')
  expect(existsSync(join(project.folder, '.rawr'))).toBe(false)
})
