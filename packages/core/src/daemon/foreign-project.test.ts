/** A repository of somebody else whose `.rawr` is a link: the thread goes on, and nothing lands where the link leads. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EventMsg } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { calling, saying } from './testing/daemon-bench.ts'
import { opensRows } from './testing/row-bench.ts'

const row = opensRows()
const SLOW = { timeout: 60_000 }
const readings = [1, 2, 3].map((nth) => calling(`c${nth}`, `seq ${nth}000 ${nth + 2}999`))

const compactedIn = async (
  lay: (project: string, foreign: string) => void,
  sandbox: 'workspace-write' | 'danger-full-access',
) => {
  const opened = await row({
    answers: [...readings, saying('Read.'), ...readings, saying('Read again.'), saying('Still here.')],
    settings: { sandbox: { mode: sandbox }, compact: { mode: 'extractive' } },
  })
  const { cwd } = opened.bench
  const foreign = join(dirname(cwd), 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'kept.txt'), 'theirs')
  lay(cwd, foreign)
  const ends: EventMsg['type'][] = []
  for (const text of ['Read them', 'Read them again']) {
    await opened.say(text)
    ends.push((await opened.compact({ budget: 2_000 })).type)
  }
  expect(ends).toEqual(['context_compacted', 'context_compacted'])
  expect(await opened.say('Are you there?')).toMatchObject({ type: 'turn_complete' })
  const warnings = opened
    .told('warning')
    .flatMap(({ message }) => (message.includes('beside the project') ? [message] : []))
  return { opened, cwd, foreign, warnings }
}

for (const sandbox of ['danger-full-access', 'workspace-write'] as const)
  test(`with ${sandbox}: said once, with the place and what to do; the log keeps all`, SLOW, async () => {
    const { opened, cwd, foreign, warnings } = await compactedIn(
      (project, target) => symlinkSync(target, join(project, '.rawr')),
      sandbox,
    )
    expect(readdirSync(foreign)).toEqual(['kept.txt'])
    expect(readFileSync(join(foreign, 'kept.txt'), 'utf8')).toBe('theirs')
    expect(lstatSync(join(cwd, '.rawr')).isSymbolicLink()).toBe(true)
    expect(warnings).toEqual([
      `The archive of the compaction could not be written beside the project (${join(cwd, '.rawr')} is a symbolic link and nothing is written through one: remove it or move it away); the log has it all. --no-project-files stops this.`,
    ])
    expect(opened.log()).toContain('1500')
  })

test('a dangling link is not followed by a sandbox that is being set up either', SLOW, async () => {
  const { foreign, warnings } = await compactedIn(
    (project, target) => symlinkSync(join(target, 'made'), join(project, '.rawr')),
    'workspace-write',
  )
  expect(existsSync(join(foreign, 'made'))).toBe(false)
  expect(warnings).toHaveLength(1)
})

test(
  'a session.json that leads at a file of somebody else leaves it, and the archive is kept all the same',
  SLOW,
  async () => {
    const { cwd, foreign, warnings } = await compactedIn((project, target) => {
      mkdirSync(join(project, '.rawr'))
      symlinkSync(join(target, 'kept.txt'), join(project, '.rawr/session.json'))
    }, 'workspace-write')
    expect(readFileSync(join(foreign, 'kept.txt'), 'utf8')).toBe('theirs')
    expect(readdirSync(join(cwd, '.rawr/history'))).toHaveLength(2)
    expect(warnings).toEqual([expect.stringContaining(`The snapshot of the compaction could not be written`)])
  },
)
