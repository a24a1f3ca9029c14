import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SANDBOX_EXEC, seatbelt, seatbeltProfile } from './seatbelt.ts'

const scope = {
  kind: 'folders',
  writable: ['/Users/ada/harbour "north"', '/private/tmp'],
  fixed: ['/Users/ada/harbour "north"/.git/hooks', '/Users/ada/harbour "north"/.rawr'],
} as const

test('the profile of workspace-write', () => {
  const profile = seatbeltProfile({ scope, veiled: ['/Users/ada/.rawr'], network: false })
  expect(profile).toBe(`(version 1)
(deny default)
(allow process-exec process-fork)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow user-preference-read)
(allow ipc-posix-sem)
(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))
(allow pseudo-tty)
(allow file-read* file-test-existence)
(allow file-write-data file-ioctl (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper"))
(allow file-write* (subpath "/Users/ada/harbour \\"north\\"") (subpath "/private/tmp"))
(deny file-write* (subpath "/Users/ada/harbour \\"north\\"/.git/hooks") (subpath "/Users/ada/harbour \\"north\\"/.rawr"))
(deny file-write-unlink (literal "/Users/ada/harbour \\"north\\"/.git"))
(deny file-write-unlink (literal "/Users/ada/harbour \\"north\\""))
(deny file-read* file-write* (subpath "/Users/ada/.rawr"))`)
})

test('read-only allows no write, and the network only where it is asked for', () => {
  const parts = { scope: { kind: 'folders', writable: [], fixed: [] }, veiled: [] } as const
  const closed = seatbeltProfile({ ...parts, network: false })
  expect(closed).not.toContain('file-write*')
  expect(closed).not.toContain('network')
  expect(seatbeltProfile({ ...parts, network: true })).toContain('(allow network*)\n(allow system-socket)')
})

test('a command is put behind the profile, with full access it is left alone', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'rawr-seatbelt-')))
  const confinement = { mode: 'workspace-write', network: false, workspace: folder, cwd: folder, env: {} } as const
  const sandbox = seatbelt([join(folder, 'home')])
  const confined = await sandbox.confine(['bash', '-c', 'ls'], confinement)
  expect(confined).toMatchObject({ ok: true, value: [SANDBOX_EXEC, '-p', expect.any(String), 'bash', '-c', 'ls'] })
  expect(confined.ok ? confined.value[2] : '').toContain(`(deny file-read* file-write* (subpath "${folder}/home"))`)
  const free = await sandbox.confine(['ls'], { ...confinement, mode: 'danger-full-access' })
  expect(free).toEqual({ ok: true, value: ['ls'] })
  await rm(folder, { recursive: true })
})
