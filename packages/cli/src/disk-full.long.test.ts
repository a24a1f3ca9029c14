/** A home on a disk of a few megabytes, and one that cannot be written: the program in a mount namespace of its own. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeRolloutLine } from '@rawr/protocol'
import { expect, inject, test } from 'vitest'
import { recordModel } from './testing/run-rawr.ts'

const PROGRAM = join(import.meta.dirname, 'main.ts')
const BUBBLEWRAP = 'bwrap'
const DISK_BYTES = 3 * 1024 * 1024

/** Runs a script in which `rawr` is the program and RAWR_HOME is where `mounts` put it; the sections that it marks with `== name`. */
const within = (mounts: (home: string) => readonly string[], script: string): ReadonlyMap<string, string> => {
  const root = mkdtempSync(join(tmpdir(), 'rawr-disk-'))
  const [home, seed, folder] = ['home', 'seed', 'project'].map((name) => mkdtempSync(join(root, `${name}-`)))
  if (home === undefined || seed === undefined || folder === undefined) throw new Error('no folders')
  recordModel(seed, [
    { say: 'First.' },
    { say: 'I fill the disk.', run: ['head -c 9000000 /dev/zero > "$RAWR_HOME/fill"'] },
    // More than what is left of the last page of the log, which a full disk still takes.
    { say: `It is full. ${'And full it stays. '.repeat(2_000)}` },
  ])
  // The recording is read where it lies.
  const file = join(root, 'script.sh')
  const rawr = `rawr() { ${process.execPath} --conditions=@rawr/source ${PROGRAM} "$@"; }`
  writeFileSync(
    file,
    `cp ${seed}/config.yaml "$RAWR_HOME"/ 2>/dev/null\n${rawr}\n${script}\nrawr daemon stop >/dev/null 2>&1\n`,
  )
  const { stdout, stderr } = spawnSync(
    BUBBLEWRAP,
    ['--dev-bind', '/', '/', ...mounts(home), '--die-with-parent', '--chdir', folder, '--', 'bash', file],
    { env: { PATH: process.env.PATH, HOME: root, RAWR_HOME: home }, encoding: 'utf8', timeout: 280_000 },
  )
  rmSync(root, { recursive: true, force: true })
  const sections = stdout.split(/^== /m).slice(1)
  if (sections.length === 0) throw new Error(`nothing was said: ${stderr}`)
  return new Map(sections.map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)]))
}

test.skipIf(!inject('available').includes('bwrap'))(
  'STORE-03: a disk that fills in mid-turn is said at once, leaves no half entry, and the session goes on when there is room [needs bwrap]',
  { timeout: 300_000 },
  () => {
    const said = within(
      (home) => ['--size', String(DISK_BYTES), '--tmpfs', home],
      `echo "== first"; rawr exec One. 2>err; echo "code $?"; thread=$(sed -n 's/^thread //p' err)
echo "== full"; rawr resume "$thread" Two. 2>&1; echo "code $?"
echo "== again"; rawr resume "$thread" Still. 2>&1; echo "code $?"
rm "$RAWR_HOME/fill"
echo "== room"; rawr resume "$thread" Three. 2>&1; echo "code $?"
echo "== log"; cat "$RAWR_HOME"/sessions/*/*/*/*.jsonl
echo "== parts"; find "$RAWR_HOME" -name '*.tmp' -o -size 0 -not -type d -not -name '*.lock' -not -name '*.log'
echo "== repair"; rawr daemon stop >/dev/null; rawr repair "$thread" 2>&1; echo "code $?"`,
    )
    expect(said.get('first')).toContain('code 0')
    expect(said.get('full')).toMatch(/ENOSPC|disk is full/)
    expect(said.get('full')).not.toContain('code 0')
    expect(said.get('room')).toContain('code 0')
    const lines = (said.get('log') ?? '').trimEnd().split('\n').map(decodeRolloutLine)
    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    const texts = JSON.stringify(lines)
    for (const text of ['First.', 'I fill the disk.', 'It is full.']) expect(texts).toContain(text)
    expect(said.get('parts')).toBe('')
    expect(said.get('repair')).toContain('nothing to repair')
  },
)

test.skipIf(!inject('available').includes('bwrap'))(
  'a home that cannot be written ends with one sentence that says so, and leaves nothing half written [needs bwrap]',
  { timeout: 120_000 },
  () => {
    const said = within(
      (home) => ['--ro-bind', home, home],
      'echo "== exec"; rawr exec Hello. --base-url http://127.0.0.1:9/v1 --model m 2>&1; echo "code $?"; echo "== left"; ls -A "$RAWR_HOME"',
    )
    expect(said.get('exec')).toMatch(/EROFS|read-only/)
    expect(said.get('exec')).toMatch(/code [123]\n/)
    expect(said.get('left')).toBe('')
  },
)
