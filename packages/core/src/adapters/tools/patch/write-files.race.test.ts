/** What a command that runs beside a patch may try: to turn a folder on its way into a link that leads out. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { writeFiles } from './write-files.ts'

const FLIP = fileURLToPath(new URL('../../store/testing/flip-link.mjs', import.meta.url))
const OWN = { mode: 0o644, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

test.runIf(process.platform === 'linux')(
  'a folder that turns into a link in the middle of a patch leads nowhere',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'rawr-race-'))
    const [project, outside] = [join(root, 'project'), join(root, 'outside')]
    for (const folder of [project, outside]) mkdirSync(folder)
    writeFileSync(join(outside, 'kept.txt'), 'theirs')
    const flipper = spawn(process.execPath, [FLIP, join(project, 'src'), outside], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(flipper, 'close')
    await once(flipper.stdout, 'data')
    const path = (name: string) => join(project, 'src', name)
    let written = 0
    for (let turn = 0; turn < 300; turn += 1) {
      const change = [
        { path: path('made.txt'), before: null, after: Buffer.from('made') },
        { path: path('kept.txt'), before: OWN, after: Buffer.from('ours') },
        { path: path('deep/made.txt'), before: null, after: Buffer.from('made') },
      ][turn % 3]
      if (change !== undefined)
        written += await writeFiles([change]).then(
          () => 1,
          () => 0,
        )
    }
    flipper.stdin.end()
    await ended
    expect(written).toBeGreaterThan(0)
    expect(readdirSync(outside)).toEqual(['kept.txt'])
    expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('theirs')
  },
)
