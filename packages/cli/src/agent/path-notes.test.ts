// The agent's notes on the way to a compaction: where they may go, and what happens where they may not.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openPathBench, type PathBench } from '../testing/path-bench.ts'
import { pathNamed } from '../testing/paths.ts'

const compactions = ({ client }: PathBench): number =>
  client.events.filter(({ msg }) => msg.type === 'context_compacted').length
const lastInput = ({ model }: PathBench): string => JSON.stringify(model.requests.at(-1)?.input)

const SLOW = { timeout: 30_000 }

const withNotes = async (prepare: (cwd: string) => void, project?: string) => {
  const path = pathNamed('3-agent-packet-with-notes')
  const bench = await openPathBench({ ...path, project })
  prepare(bench.cwd)
  for (const text of path.says) {
    await bench.client.say(text)
    await bench.client.settled()
  }
  const scratch = join(bench.cwd, '.scratch')
  const files =
    existsSync(scratch) && statSync(scratch).isDirectory()
      ? readdirSync(scratch).filter((name) => name.endsWith('.md'))
      : []
  const texts = files.map((name) => readFileSync(join(scratch, name), 'utf8'))
  const played = {
    files,
    texts,
    compactions: compactions(bench),
    last: lastInput(bench),
    notices: [...bench.client.notices],
  }
  expect(await bench.close()).toEqual([])
  return played
}

test('notes: a missing folder is made, and the handoff names the file', SLOW, async () => {
  const { files, texts, compactions: count, last } = await withNotes(() => {})
  expect(files).toEqual([expect.stringMatching(/^agent-[a-z]+\.scratch\.md$/)])
  expect(texts[0]).toContain('The parser stands in parser.ts.')
  expect(count).toBe(1)
  expect(last).toContain(`Scratchpad: \`.scratch/${files[0]}\``)
})

test('notes: a folder that leads out of the project gets none, and the compaction goes on without', SLOW, async () => {
  let outside = ''
  const { compactions: count, last } = await withNotes((cwd) => {
    outside = join(cwd, '..', 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(cwd, '.scratch'))
  })
  expect(count).toBe(1)
  expect(last).not.toContain('Scratchpad:')
  expect(existsSync(outside) ? readdirSync(outside) : []).toEqual([])
})

test(
  'notes: a file in place of the folder is named as the reason, and the compaction goes on without',
  SLOW,
  async () => {
    const { compactions: count, last } = await withNotes((cwd) => writeFileSync(join(cwd, '.scratch'), 'mine'))
    expect(count).toBe(1)
    expect(last).not.toContain('Scratchpad:')
  },
)

test.skipIf(!inject('available').includes('unprivileged'))(
  'notes: a folder that nobody may write to gets none, and the compaction goes on without [needs unprivileged]',
  SLOW,
  async () => {
    let scratch = ''
    const {
      files,
      compactions: count,
      last,
    } = await withNotes((cwd) => {
      scratch = join(cwd, '.scratch')
      mkdirSync(scratch)
      chmodSync(scratch, 0o555)
    })
    expect([files, count]).toEqual([[], 1])
    expect(last).not.toContain('Scratchpad:')
  },
)

test('notes: two agents in one project keep each other’s notes', SLOW, async () => {
  const project = mkdtempSync(join(tmpdir(), 'rawr-shared-'))
  const played = await Promise.all([withNotes(() => {}, project), withNotes(() => {}, project)])
  const scratch = join(project, '.scratch')
  const written = readdirSync(scratch)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(scratch, name), 'utf8'))
    .join('\n')
  expect(written.split('The parser stands in parser.ts.')).toHaveLength(3)
  for (const { compactions: count, last } of played) expect([count, last.includes('Scratchpad:')]).toEqual([1, true])
  rmSync(project, { recursive: true })
})
