import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openSandbox } from './open-sandbox.ts'
import { MISSING_SANDBOX } from './sandbox.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rawr-sandbox-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = (change: Partial<Parameters<typeof openSandbox>[0]>) =>
  openSandbox({ mode: 'workspace-write', path: root, platform: 'linux', hidden: [], ...change })

test('without bubblewrap a confined mode is an error with both ways on', async () => {
  expect(await open({})).toEqual({ ok: false, error: MISSING_SANDBOX })
  expect(await open({ path: '' })).toEqual({ ok: false, error: MISSING_SANDBOX })
  expect(await open({ mode: 'read-only', platform: 'darwin' })).toEqual({ ok: false, error: MISSING_SANDBOX })
})

test('without bubblewrap full access is no error, and still confines nothing later', async () => {
  const opened = await open({ mode: 'danger-full-access' })
  expect(opened.ok && opened.value.kind).toBe('none')
})

test('a bubblewrap that may not make namespaces is told apart from a missing one', async () => {
  const fake = join(root, 'bwrap')
  await writeFile(fake, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n')
  await chmod(fake, 0o755)
  expect(await open({})).toEqual({
    ok: false,
    error: {
      code: 'sandbox_refused',
      message:
        'bubblewrap may not confine here (bwrap: No permissions to create new namespace): allow user namespaces or pass --sandbox danger-full-access',
    },
  })
})

test.skipIf(!inject('available').includes('bwrap'))(
  'the system’s bubblewrap is taken before one of the project [needs bwrap]',
  async () => {
    await writeFile(join(root, 'bwrap'), '#!/bin/sh\nexit 1\n')
    await chmod(join(root, 'bwrap'), 0o755)
    const opened = await open({ path: `${root}:${process.env.PATH}` })
    expect(opened.ok && opened.value.kind).toBe('bubblewrap')
  },
)
