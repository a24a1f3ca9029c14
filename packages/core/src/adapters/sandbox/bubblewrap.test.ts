import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { runsCommand } from '../../testing/runs-command.ts'
import { type ToolBench, toolBench } from '../tools/testing/tool-bench.ts'
import { bubblewrap } from './bubblewrap.ts'

let bench: ToolBench
const openBench = async (mode: 'read-only' | 'workspace-write', network = false): Promise<void> => {
  bench = await toolBench({ mode, network, under: '/var/tmp', hidden: 'rawr-home' })
}
const home = (): string => join(bench.cwd, '../rawr-home')
const shell = async (command: string) => {
  const { output, exitCode } = await bench.call('shell', { command })
  return { exitCode, output: output.replace(/^.*\nOutput:\n/, '') }
}
/** A command line that no other process has. */
const sleeper = (which: number): string => `sleep ${which}00.${process.pid}`
/** The test's own time-out is the limit. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise(setImmediate)
}
const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: bench.cwd, encoding: 'utf8' })

describe.skipIf(!inject('available').includes('bwrap'))('a confined command [needs bwrap]', () => {
  beforeEach(() => openBench('workspace-write'))
  afterEach(() => bench.remove())

  test('writes in the workspace and in /tmp, and nowhere else', async () => {
    const mark = `rawr-${process.pid}`
    expect(await shell(`echo in > a && echo tmp > /tmp/${mark} && cat a /tmp/${mark} && rm /tmp/${mark}`)).toEqual({
      exitCode: 0,
      output: 'in\ntmp\n',
    })
    for (const path of ['../outside/x', '/etc/x', '/usr/x', '/var/tmp/x', '~/x', '/sys/x']) {
      expect((await shell(`echo x > ${path}`)).exitCode, path).not.toBe(0)
    }
    expect(await readdir(bench.outside)).toEqual([])
  })

  test('does not get out by a symbolic link, a hard link or a mount', async () => {
    await writeFile(join(bench.outside, 'there'), 'there\n')
    await symlink(bench.outside, join(bench.cwd, 'link'))
    const attempts = [
      'echo x > link/there',
      'ln -s ../outside/new dangling && echo x > dangling',
      'ln ../outside/there hard && echo x > hard',
      'mount -o remount,rw /',
      'mount -o remount,rw,bind ../outside',
      'mount --bind ../outside mnt',
      'mknod disk b 254 0 && head -c 1 disk',
      'chroot / true',
      'unshare -m true',
      'mv ../outside ../elsewhere',
      'rm -rf ../outside',
      'chmod 777 ../outside',
    ]
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
    expect(readFileSync(join(bench.outside, 'there'), 'utf8')).toBe('there\n')
  })

  test('sends git nowhere else for what it runs: .git/commondir is taken away behind it, config.worktree is read-only', async () => {
    git('init', '-q')
    git('config', 'extensions.worktreeConfig', 'true')
    await writeFile(join(bench.cwd, '.git/config.worktree'), '')
    const evil = `mkdir evil && cp -r .git/. evil && git -C evil config -f config core.fsmonitor "touch ${bench.outside}/ran; false"`
    const { output } = await shell(`${evil} && echo ../evil > .git/commondir && git rev-parse --git-common-dir`)
    expect(output).toContain('It was taken away again.')
    expect((await shell('echo x > .git/config.worktree')).exitCode).not.toBe(0)
    const patch = '*** Begin Patch\n*** Add File: .git/commondir\n+../evil\n*** End Patch'
    expect(await bench.call('apply_patch', { input: patch })).toMatchObject({ success: false })
    expect(git('status', '--porcelain').stdout).toContain('evil/')
    expect(existsSync(join(bench.outside, 'ran'))).toBe(false)
    // One that was there before is somebody's own: then nothing in .git may be changed.
    await writeFile(join(bench.cwd, '.git/commondir'), '.\n')
    expect((await shell('echo x > .git/x')).exitCode).not.toBe(0)
    expect(existsSync(join(bench.cwd, '.git/commondir'))).toBe(true)
  })

  test('has no network: not even a server on this machine is reached', async () => {
    const server = createServer((socket) => socket.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const connect = `cat < /dev/tcp/127.0.0.1/${port}`
    expect((await shell(connect)).exitCode).not.toBe(0)
    await bench.remove()
    await openBench('workspace-write', true)
    expect(await shell(connect)).toEqual({ exitCode: 0, output: 'reached' })
    await new Promise((resolve) => server.close(resolve))
  })

  test('sees only its own processes and can signal no other', async () => {
    expect((await shell('ls -d /proc/[0-9]* | wc -l')).output.trim()).toMatch(/^[1-9]$/)
    expect((await shell(`kill -0 ${process.pid}`)).exitCode).not.toBe(0)
    expect((await shell('cat /proc/1/environ | tr "\\0" "\\n" | grep -c RAWR_SECRET')).output).toBe('0\n')
  })

  test('may turn none of the kernel’s switches', async () => {
    // The same value is written: where the guard fails, the machine is left as it was.
    const rewrite = 'name=$(cat /proc/sys/kernel/hostname); echo "$name" > /proc/sys/kernel/hostname'
    expect((await shell(rewrite)).exitCode).not.toBe(0)
    expect(await shell('find /proc /sys -path "/proc/[0-9]*" -prune -o -type f -writable -print 2>/dev/null')).toEqual({
      exitCode: 0,
      output: '',
    })
  })

  test('holds no capability', async () => {
    expect((await shell('grep CapEff /proc/self/status')).output).toBe('CapEff:\t0000000000000000\n')
  })

  test('does not see the agent’s own folder, nor the system’s sockets', async () => {
    await writeFile(join(home(), 'daemon.json'), '{"token":"x"}')
    expect((await shell('cat ../rawr-home/daemon.json')).exitCode).not.toBe(0)
    expect((await shell('touch ../rawr-home/x')).exitCode).not.toBe(0)
    expect(await shell('ls ../rawr-home /run')).toEqual({ exitCode: 0, output: '../rawr-home:\n\n/run:\n' })
  })

  test('dies whole when its call ends, also what left its session', async () => {
    const { output } = await shell(`setsid -f ${sleeper(1)} >/dev/null 2>&1; echo started`)
    expect(output).toBe('started\n')
    await until(() => !runsCommand(sleeper(1)))
  })

  test('dies whole when its call is aborted', async () => {
    const abort = new AbortController()
    const order = { command: `setsid ${sleeper(2)} & ${sleeper(3)}` }
    const running = bench.call('shell', order, { signal: abort.signal })
    await until(() => runsCommand(sleeper(2)) && runsCommand(sleeper(3)))
    abort.abort()
    expect((await running).output).toContain('Aborted')
    await until(() => !runsCommand(sleeper(2)) && !runsCommand(sleeper(3)))
  })

  test('dies when the daemon is killed', async () => {
    const confinement = {
      mode: 'workspace-write',
      network: false,
      workspace: bench.cwd,
      cwd: bench.cwd,
      env: {},
    } as const
    const argv = await bubblewrap({ path: 'bwrap', hidden: [], processesMax: null }).confine(
      ['bash', '-c', sleeper(4)],
      confinement,
    )
    const [program, ...words] = argv.ok ? argv.value : []
    const script = `child_process.spawn(${JSON.stringify(program)}, ${JSON.stringify(words)}, { detached: true, stdio: 'ignore' })`
    const daemon = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
    await until(() => runsCommand(sleeper(4)))
    daemon.kill('SIGKILL')
    await until(() => !runsCommand(sleeper(4)))
  })

  test('commits, and cannot plant what git would run outside', async () => {
    git('init', '-q')
    await writeFile(join(bench.cwd, 'a'), 'a\n')
    const identity = '-c user.name=Ada -c user.email=ada@example.org'
    expect((await shell(`git ${identity} add -A && git ${identity} commit -qm first`)).exitCode).toBe(0)
    expect(git('log', '--format=%s').stdout).toBe('first\n')
    const attempts = [
      'echo "exit 1" > .git/hooks/pre-commit',
      'git config core.fsmonitor "touch pwned"',
      'git config core.hooksPath .',
      'mv .git .git-old',
      'mv .git/hooks .git/hooks-old',
      'rm .git/config',
      'mkdir -p .git/other && mv -T .git/other .git/hooks',
    ]
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
  })

  test('finds no way through a repository without hooks, or a .git that is a file', async () => {
    git('init', '-q', '--template=')
    expect(existsSync(join(bench.cwd, '.git/hooks'))).toBe(false)
    expect((await shell('mkdir -p .git/hooks && echo x > .git/hooks/pre-commit')).exitCode).not.toBe(0)
    await bench.remove()
    await openBench('workspace-write')
    await writeFile(join(bench.cwd, '.git'), 'gitdir: ../outside\n')
    expect((await shell('echo "gitdir: /tmp/x" > .git')).exitCode).not.toBe(0)
  })

  test('finds no way through hooks that are a link', async () => {
    git('init', '-q')
    await rm(join(bench.cwd, '.git/hooks'), { recursive: true })
    await mkdir(join(bench.cwd, 'githooks'))
    await symlink('../githooks', join(bench.cwd, '.git/hooks'))
    const attempts = ['echo x > githooks/pre-commit', 'rm .git/hooks', 'mv githooks other', 'mv .git other']
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
    expect((await shell('touch a && git status --short')).output).toContain('a')
  })

  test('cannot change the project’s settings of the agent', async () => {
    await mkdir(join(bench.cwd, '.rawr'))
    expect((await shell('echo x > .rawr/config.yaml')).exitCode).not.toBe(0)
  })
})

describe.skipIf(!inject('available').includes('bwrap'))('a read-only command [needs bwrap]', () => {
  beforeEach(() => openBench('read-only'))
  afterEach(() => bench.remove())

  test('reads and writes nothing', async () => {
    await bench.put('a', 'a\n')
    expect(await shell('cat a')).toEqual({ exitCode: 0, output: 'a\n' })
    for (const path of ['b', 'a', '/tmp/x', '../outside/x'])
      expect((await shell(`echo x > ${path}`)).exitCode).not.toBe(0)
    expect(await bench.text('a')).toBe('a\n')
  })

  test('is what a search runs in', async () => {
    await bench.put('a', 'needle\n')
    await writeFile(join(home(), 'daemon.json'), 'needle\n')
    expect((await bench.call('grep', { pattern: 'needle' })).output).toBe('a:1:needle')
    expect((await bench.call('grep', { pattern: 'needle', path: '..' })).output).toBe(`${bench.cwd}/a:1:needle`)
    expect((await bench.call('glob', { pattern: '*.json', path: '..' })).output).toBe('No file matches.')
    expect((await bench.call('list_dir', { path: '../rawr-home' })).success).toBe(false)
  })
})

describe.skipIf(!inject('available').includes('bwrap'))('folders inside each other [needs bwrap]', () => {
  test('a workspace inside the agent’s folder is seen, the rest of that folder is not', async () => {
    const outer = await toolBench({ mode: 'workspace-write', hidden: 'project/home/work' })
    const nested = await toolBench({ mode: 'workspace-write', under: '/tmp', hidden: '.' })
    await writeFile(join(nested.cwd, '../secret'), 'x')
    expect((await nested.call('shell', { command: 'cat ../secret' })).success).toBe(false)
    expect((await nested.call('shell', { command: 'touch a && ls' })).output).toContain('a\n')
    await writeFile(join(outer.cwd, 'home/work/secret'), 'x')
    expect((await outer.call('shell', { command: 'cat home/work/secret' })).success).toBe(false)
    expect((await outer.call('shell', { command: 'touch a' })).success).toBe(true)
    await outer.remove()
    await nested.remove()
  })
})
