import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { openReal } from './open-real.ts'

const FLIP = fileURLToPath(new URL('../store/testing/flip-link.mjs', import.meta.url))

const CAUGHT = 'a link has come into its path'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rawr-real-')))
  mkdirSync(join(root, 'hidden'))
  writeFileSync(join(root, 'hidden/token'), 'theirs')
})

const textAt = async (path: string): Promise<string> => {
  const file = await openReal(path)
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

test('a real path is opened; one with a link in it, at its end or before, is not', async () => {
  expect(await textAt(join(root, 'hidden/token'))).toBe('theirs')
  symlinkSync(join(root, 'hidden/token'), join(root, 'link'))
  symlinkSync(join(root, 'hidden'), join(root, 'folder'))
  await expect(openReal(join(root, 'link'))).rejects.toThrow()
  if (process.platform === 'linux')
    await expect(openReal(join(root, 'folder/token'))).rejects.toThrow('a link has come into its path')
})

test.runIf(process.platform === 'linux')(
  'a folder that turns into a link while it is read shows nothing of what is hidden',
  async () => {
    const path = join(root, 'open')
    const flipper = spawn(process.execPath, [FLIP, path, join(root, 'hidden')], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(flipper, 'close')
    await once(flipper.stdout, 'data')
    const refused = new Set<string>()
    // On a busy machine the other process may not have had its turn by then.
    for (let turn = 0; turn < 2_000 || (turn < 200_000 && !refused.has(CAUGHT)); turn += 1)
      await textAt(join(path, 'token')).then(
        (text) => expect(text).toBe('never read'),
        (error: Error) => refused.add(error.message.slice(0, 40)),
      )
    flipper.stdin.end()
    await ended
    expect(refused).toContain(CAUGHT)
  },
)

test('a file that is saved anew between the opening and the look is opened again, and no link is told of', async () => {
  const path = join(root, 'saved')
  writeFileSync(path, 'saved')
  let isOver = false
  const saving = (async () => {
    while (!isOver) {
      writeFileSync(`${path}.new`, 'saved')
      renameSync(`${path}.new`, path)
      await new Promise(setImmediate)
    }
  })()
  const refused = new Set<string>()
  for (let turn = 0; turn < 150; turn += 1)
    await textAt(path).then(
      (text) => expect(text).toBe('saved'),
      (error: Error) => refused.add(error.message),
    )
  isOver = true
  await saving
  refused.delete('it was replaced each time it was opened')
  expect([...refused]).toEqual([])
})
