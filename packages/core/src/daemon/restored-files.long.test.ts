// Files behind a full summary, over real sockets and files and a provider on the loopback.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opensPasts, rounds } from './testing/past-bench.ts'

const open = opensPasts()

const OWN = {
  'AGENTS.md': 'Berths are numbered from the sea.\n',
  '.env': 'HARBOUR_KEY=4711\n',
  'lamp.png': '\u0000\u0001PNG',
  'ropes.txt': 'rope 1 is dry\n',
  'gone.txt': 'soon gone\n',
}

const read = (path: string) => ({ calls: [{ name: 'read', arguments: { path } }] })

const SUMMARY = { text: '<summary>The quay was read.</summary>' }

test('full restores the files read last as they are on the disk now: no instructions, no secrets, nothing binary, a tenth of the window', async () => {
  const paths = ['AGENTS.md', '.env', 'lamp.png', 'gone.txt', 'ropes.txt']
  const row = await open({
    files: OWN,
    script: [...rounds(8), ...paths.map(read), ...rounds(3, 20), { text: 'All read.' }, SUMMARY, { text: 'Yes.' }],
  })
  await row.say('Read all of the quay, please.')
  writeFileSync(join(row.bench.cwd, 'ropes.txt'), 'rope 1 is wet\n')
  rmSync(join(row.bench.cwd, 'gone.txt'))
  const { report } = await row.condense({ strategy: 'full', max_tail: 1 })
  const restored = (await row.view()).flatMap((item) => (item.type === 'attachment' ? [item] : []))
  expect(restored.map(({ path }) => path)).toEqual([
    // A tenth of the window is full then.
    ...['src/quay-22.ts', 'src/quay-21.ts', 'src/quay-20.ts', 'ropes.txt'],
  ])
  expect(restored[3]?.text).toBe('<restored_file path="ropes.txt">\nrope 1 is wet\n\n</restored_file>')
  expect(report).toMatchObject({ strategy: 'full', restored: 4 })
  expect((await row.client.event('compact_completed')).msg).toMatchObject({ files_restored: 4 })
  await row.say('Is it wet?')
  const sent = row.asked().at(-1)
  const shown = sent?.users.filter((text) => text.startsWith('<restored_file ')) ?? []
  expect(shown).toHaveLength(4)
  expect(sent?.texts.join('\n').split('Berths are numbered from the sea.')).toHaveLength(2)
  expect(shown.join('\n')).not.toContain('HARBOUR_KEY')
})

test('the other strategies restore nothing, nor does full where no file is wanted', async () => {
  const row = await open({ script: [...rounds(10), { text: 'All read.' }, SUMMARY] })
  await row.say('Read all of the quay, please.')
  const { report } = await row.condense({ strategy: 'extractive' })
  expect(report).not.toHaveProperty('restored')
  expect((await row.client.event('compact_completed')).msg).toMatchObject({ files_restored: 0 })
  const bare = await open({
    script: [...rounds(10), { text: 'All read.' }, SUMMARY],
    settings: { compact: { restore_max_files: 0 } },
  })
  await bare.say('Read all of the quay, please.')
  expect((await bare.condense({ strategy: 'full' })).report).not.toHaveProperty('restored')
})
