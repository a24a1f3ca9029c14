/** What a command under `workspace-write` may try to get out; `bubblewrap.test.ts` has the ways through the file system. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { runsCommand } from '../../testing/runs-command.ts'
import { runCommand } from '../tools/command/run-command.ts'
import { type ToolBench, toolBench } from '../tools/testing/tool-bench.ts'
import { bubblewrap } from './bubblewrap.ts'

let bench: ToolBench
let outsider: ChildProcess

const shell = async (command: string) => {
  const { output, exitCode } = await bench.call('shell', { command })
  return { exitCode, output: output.replace(/^.*\nOutput:\n/, '') }
}

const confinementOf = (cwd: string) =>
  ({ mode: 'workspace-write', network: false, workspace: cwd, cwd, env: {} }) as const

describe.skipIf(!inject('available').includes('bwrap'))('a command that wants out [needs bwrap]', () => {
  beforeEach(async () => {
    bench = await toolBench({ mode: 'workspace-write', under: '/var/tmp', hidden: 'rawr-home' })
    outsider = spawn('sleep', ['300'], { stdio: 'ignore' })
  })
  afterEach(async () => {
    outsider.kill('SIGKILL')
    await bench.remove()
  })

  test('cannot trace, signal or read the memory of a process outside', async () => {
    const pid = outsider.pid ?? 0
    // ptrace(PTRACE_SEIZE): its number differs by machine.
    const number = process.arch === 'arm64' ? 117 : 101
    const trace = (id: string): string => `exit(syscall(${number}, 0x4206, ${id}, 0, 0) == 0 ? 0 : 1)`
    // The attempt itself is sound: it works on a child of its own.
    expect((await shell(`perl -e '$id = fork; sleep 5 if !$id; ${trace('$id')}'`)).exitCode).toBe(0)
    const attempts = [
      `perl -e '${trace(String(pid))}'`,
      `perl -e '${trace(String(process.pid))}'`,
      `kill -9 ${pid}`,
      `cat /proc/${pid}/environ`,
      `head -c 1 /proc/${pid}/mem`,
      `ls /proc/${pid}/root`,
      `ls /proc/${pid}/fd`,
      `nsenter -t ${pid} -a true`,
    ]
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
    expect(outsider.exitCode).toBe(null)
  })

  test('cannot make a device, load a module, set the clock, mount, or gain a capability in a namespace of its own', async () => {
    const attempts = [
      'mknod sda b 8 0',
      'mknod null c 1 3',
      'head -c 1 /dev/sda',
      'head -c 1 /dev/vda',
      'head -c 1 /dev/mem',
      'insmod /dev/null',
      'date -s 2001-01-01',
      'mount -t proc proc /proc',
      'mount -t tmpfs tmpfs .',
      'umount /proc',
      'umount -l /',
      'unshare -Ur mount -o remount,rw,bind /',
      `unshare -Urm bash -c 'mount -o remount,rw,bind / && echo x > ${bench.outside}/x'`,
      'pivot_root . .',
    ]
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
    expect((await shell(`ls ${bench.outside}`)).output).toBe('')
  })

  test('cannot write settings for the agent where there are none yet', async () => {
    const attempts = ['mkdir -p .rawr && echo "features: {}" > .rawr/config.yaml', 'mv .rawr old', 'rm -rf .rawr']
    for (const attempt of attempts) expect((await shell(attempt)).exitCode, attempt).not.toBe(0)
    const patch = '*** Begin Patch\n*** Add File: .rawr/config.yaml\n+features: {}\n*** End Patch'
    expect((await bench.call('apply_patch', { input: patch })).success).toBe(false)
    const hook = '*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+exit 1\n*** End Patch'
    await shell('git init -q')
    expect((await bench.call('apply_patch', { input: hook })).success).toBe(false)
  })

  test('does not write by a tool what it may not write by a command', async () => {
    await writeFile(join(bench.outside, 'there'), 'there\n')
    expect((await shell(`ln -s ${bench.outside} away && ln -s ${bench.outside}/new dangling`)).exitCode).toBe(0)
    for (const path of ['away/there', 'away/new', 'dangling', '../outside/new', `${bench.outside}/new`, '/etc/new']) {
      const patch = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`
      expect((await bench.call('apply_patch', { input: patch })).success, path).toBe(false)
    }
    const update = '*** Begin Patch\n*** Update File: away/there\n@@\n-there\n+gone\n*** End Patch'
    expect((await bench.call('apply_patch', { input: update })).success).toBe(false)
    expect(await readFile(join(bench.outside, 'there'), 'utf8')).toBe('there\n')
  })

  test('is as confined in the background, and ends with all it started when its thread does', async () => {
    const command = `echo x > ${bench.outside}/x; ln ${bench.outside}/x hard; cat /proc/${outsider.pid}/environ; setsid -f sleep 301.${process.pid}; echo tried; sleep 300`
    await bench.call('shell', { command, background: 'server' })
    while (!runsCommand(`sleep 301.${process.pid}`)) await new Promise(setImmediate)
    expect((await shell(`ls ${bench.outside}`)).output).toBe('')
    await bench.runner.end()
    while (runsCommand(`sleep 301.${process.pid}`)) await new Promise(setImmediate)
  })

  test('is told how to ask where the sandbox refused it, and runs outside once that was allowed', async () => {
    const command = `echo x > ${bench.outside}/new`
    const refused = await bench.call('shell', { command })
    expect(refused.output).toContain('The sandbox (workspace-write, no network) may have refused this.')
    expect(refused.output).toContain('"unconfined"')
    expect((await bench.call('shell', { command }, { mayLeaveSandbox: false })).output).toContain('Approvals are off')
    expect((await bench.call('shell', { command, unconfined: 'it must be there' })).success).toBe(true)
    expect(await readFile(join(bench.outside, 'new'), 'utf8')).toBe('x\n')
  })

  // It doubles eight times, to 511 processes, and no further: a bomb without an end takes the processes of every other program of
  // the machine before the daemon has counted it.
  test('a fork bomb is ended with all it bred', { timeout: 30_000 }, async () => {
    const sandbox = bubblewrap({ path: 'bwrap', hidden: [], processesMax: null })
    const argv = await sandbox.confine(
      [
        'bash',
        '-c',
        `bomb() { [ $1 -gt 0 ] && { bomb $(($1 - 1)) & bomb $(($1 - 1)) & }; sleep 302.${process.pid}; }; bomb 8`,
      ],
      confinementOf(bench.cwd),
    )
    const run = await runCommand({
      argv: argv.ok ? argv.value : [],
      cwd: bench.cwd,
      env: {},
      timeoutMs: 20_000,
      outputBytesMax: 1024,
      processesMax: 100,
      signal: new AbortController().signal,
      onOutput: () => {},
    })
    expect(run.end).toEqual({ kind: 'too_many_processes' })
    while (runsCommand(`sleep 302.${process.pid}`)) await new Promise(setImmediate)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a user that is not root breeds no more than the system allows',
    {
      timeout: 90_000,
    },
    async () => {
      const folder = await mkdtemp('/tmp/rawr-nobody-')
      await chmod(folder, 0o777)
      const sandbox = bubblewrap({ path: 'bwrap', hidden: [], processesMax: 50 })
      // The bomb leaves a mark of each process that lives; bash waits and tries again where it may not fork.
      const script = 'for i in $(seq 120); do (touch mark-$i; sleep 20) & done; wait'
      const argv = await sandbox.confine(['timeout', '10', 'bash', '-c', script], confinementOf(folder))
      const [program = '', ...words] = argv.ok ? argv.value : []
      const nobody = spawn(program, words, { uid: 65_534, gid: 65_534, cwd: folder, stdio: 'ignore' })
      await new Promise((resolve) => nobody.on('close', resolve))
      const { output } = await bench.call('shell', { command: `ls ${folder} | wc -l` })
      const bred = Number(output.trim().split('\n').at(-1))
      expect(bred).toBeGreaterThan(5)
      expect(bred).toBeLessThan(50)
      await rm(folder, { recursive: true })
    },
  )
})
