/** A foreign repository may bring a `.rawr` that leads elsewhere: nothing is written or read through it. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyHistory, snapshotOf } from '@rawr/compaction'
import { ArchiveName, CompactionId, ThreadId } from '@rawr/protocol'
import { afterEach, expect, test } from 'vitest'
import type { Archive } from '../../ports/project-files.ts'
import { openProjectFiles } from './project-files.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const threadId = ThreadId.parse('th_1')
const summary = snapshotOf(emptyHistory, { at: '2026-03-14T09:00:00.000Z', env: { cwd: '/quay' } })
const name = ArchiveName.parse('20260314T090000000Z-th_1')
const archive: Archive = {
  info: {
    name,
    thread_id: threadId,
    compaction_id: CompactionId.parse('cp_1'),
    at: '2026-03-14T09:00:00.000Z',
    tokens_before: 9,
    items: 0,
    log_lines: 4,
  },
  items: [],
}

/** A project, and a folder of somebody else that it leads to. */
const places = () => {
  const root = mkdtempSync(join(tmpdir(), 'rawr-links-'))
  folders.push(root)
  const [project, foreign] = [join(root, 'project'), join(root, 'foreign')]
  for (const folder of [project, foreign]) mkdirSync(folder)
  writeFileSync(join(foreign, 'kept.txt'), 'theirs')
  return { project, foreign }
}
type Places = ReturnType<typeof places>

const own = ({ project }: Places): string => {
  mkdirSync(join(project, '.rawr'))
  return join(project, '.rawr')
}

const TRAPS: readonly { readonly what: string; readonly path: string; readonly lay: (at: Places) => void }[] = [
  { what: 'is a link', path: '.rawr', lay: ({ project, foreign }) => symlinkSync(foreign, join(project, '.rawr')) },
  {
    what: 'is a link to nothing yet',
    path: '.rawr',
    lay: ({ project, foreign }) => symlinkSync(join(foreign, 'made'), join(project, '.rawr')),
  },
  { what: 'is a file', path: '.rawr', lay: ({ project }) => writeFileSync(join(project, '.rawr'), 'a file') },
  { what: 'history is a link', path: '.rawr/history', lay: (at) => symlinkSync(at.foreign, join(own(at), 'history')) },
  {
    what: 'snapshots is a link',
    path: '.rawr/snapshots',
    lay: (at) => symlinkSync(at.foreign, join(own(at), 'snapshots')),
  },
  {
    what: 'session.json is a link',
    path: '.rawr/session.json',
    lay: (at) => symlinkSync(join(at.foreign, 'kept.txt'), join(own(at), 'session.json')),
  },
]

for (const { what, path, lay } of TRAPS)
  test(`a project whose .rawr ${what} has nothing written where it leads, and is told of it`, async () => {
    const at = places()
    lay(at)
    const files = openProjectFiles(at.project)
    const wrote = await Promise.allSettled([files.writeArchive(archive), files.writeSnapshot(threadId, summary)])
    const refusals = wrote.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toContain(`${join(at.project, path)} is a`)
    expect(readdirSync(at.foreign)).toEqual(['kept.txt'])
    expect(readFileSync(join(at.foreign, 'kept.txt'), 'utf8')).toBe('theirs')
  })

test('a .gitignore that is a link stays one, and is not written through', async () => {
  const at = places()
  symlinkSync(join(at.foreign, 'ignored'), join(own(at), '.gitignore'))
  await openProjectFiles(at.project).writeArchive(archive)
  expect(readdirSync(at.foreign)).toEqual(['kept.txt'])
})

test('what lies behind a link is no archive of ours, is not read and not dropped', async () => {
  const theirs = places()
  await openProjectFiles(theirs.foreign).writeArchive(archive)
  const history = join(theirs.foreign, '.rawr/history')
  const through: readonly { readonly lay: (at: Places) => void; readonly inTheWay?: string }[] = [
    { lay: ({ project }) => symlinkSync(join(theirs.foreign, '.rawr'), join(project, '.rawr')), inTheWay: '.rawr' },
    { lay: (at) => symlinkSync(history, join(own(at), 'history')), inTheWay: '.rawr/history' },
    { lay: (at) => writeFileSync(join(own(at), 'history'), 'a file'), inTheWay: '.rawr/history' },
    {
      lay: (at) => {
        mkdirSync(join(own(at), 'history'))
        symlinkSync(join(history, `${name}.jsonl`), join(at.project, '.rawr/history', `${name}.jsonl`))
      },
    },
  ]
  for (const { lay, inTheWay } of through) {
    const at = places()
    lay(at)
    const files = openProjectFiles(at.project)
    if (inTheWay === undefined) {
      expect(await files.archives()).toEqual([])
      expect(await files.readArchive(name)).toBe(null)
    } else {
      const said = `${join(at.project, inTheWay)} is a `
      await expect(files.archives()).rejects.toThrow(said)
      await expect(files.readArchive(name)).rejects.toThrow(said)
    }
    await files.dropArchive(name).catch(() => {})
    expect(readdirSync(history)).toEqual([`${name}.jsonl`])
  }
})

test('a pipe in place of an archive or of a snapshot holds nothing up', async () => {
  const at = places()
  mkdirSync(join(own(at), 'history'))
  execFileSync('mkfifo', [join(at.project, '.rawr/history', `${name}.jsonl`), join(at.project, '.rawr/session.json')])
  const files = openProjectFiles(at.project)
  expect(await files.archives()).toEqual([])
  expect(await files.readArchive(name)).toBe(null)
  await expect(files.writeSnapshot(threadId, summary)).rejects.toThrow('session.json is a')
})

test('a folder that turns into a link in the middle of the work leads nowhere', async () => {
  const at = places()
  const rawr = own(at)
  const flip = new URL('testing/flip-link.mjs', import.meta.url).pathname
  const flipper = spawn(process.execPath, [flip, join(rawr, 'history'), at.foreign], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(flipper, 'close')
  await once(flipper.stdout, 'data')
  const files = openProjectFiles(at.project)
  let written = 0
  for (let turn = 0; turn < 400; turn += 1)
    written += await files.writeArchive(archive).then(
      () => 1,
      () => 0,
    )
  flipper.stdin.end()
  await ended
  expect(written).toBeGreaterThan(0)
  expect(readdirSync(at.foreign)).toEqual(['kept.txt'])
})

test('git sees nothing of what is written, and still sees a configuration that is to be shared', async () => {
  const { project } = places()
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' })
  git('init', '-q')
  const files = openProjectFiles(project)
  await files.writeArchive(archive)
  await files.writeSnapshot(threadId, summary)
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('')
  writeFileSync(join(project, '.rawr/config.yaml'), 'compact: {}\n')
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('?? .rawr/config.yaml\n')
})
