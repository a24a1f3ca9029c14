import { existsSync, readFileSync, watch } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandOrder, runCommand, STREAMED_BYTES_MAX, withSearchPath } from './run-command.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rawr-command-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const order = (script: string, change: Partial<CommandOrder> = {}): CommandOrder => ({
  argv: ['bash', '-c', script],
  cwd: root,
  env: {},
  timeoutMs: 15_000,
  outputBytesMax: 64 * 1024,
  processesMax: 2048,
  signal: new AbortController().signal,
  onOutput: () => {},
  ...change,
})

/** Resolves when a file of this name has been written into the test's folder and renamed to its name. */
const appeared = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(join(root, name))) return
      watcher.close()
      resolve()
    }
    const watcher = watch(root, look)
    look()
  })

/** A killed process stays listed until someone collects it. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The kill is sent; its end is waited for, and the test's own time-out is the limit. */
const gone = async (...pids: readonly number[]): Promise<void> => {
  expect(pids.every((pid) => pid > 1)).toBe(true)
  while (pids.some(isAlive)) await new Promise(setImmediate)
}

test('both streams come back in one text with the exit code', async () => {
  expect(await runCommand(order('echo out; echo err >&2; exit 3'))).toEqual({
    end: { kind: 'exited', exitCode: 3 },
    output: 'out\nerr\n',
  })
})

test('a program ended by a signal says which', async () => {
  expect((await runCommand(order('kill -SEGV $$'))).end).toEqual({ kind: 'killed', by: 'SIGSEGV' })
})

test('the environment is the one given, with a search path where it has none', async () => {
  const run = await runCommand(order('env | sort | grep -v "^\\(_\\|SHLVL\\|PWD\\|OLDPWD\\)="', { env: { ADA: '1' } }))
  expect(run.output).toBe(`ADA=1\nPATH=${withSearchPath({}).PATH}\n`)
  expect(withSearchPath({ PATH: '/opt/bin' })).toEqual({ PATH: '/opt/bin' })
})

test('nobody waits for an answer on standard input', async () => {
  expect(await runCommand(order('cat; read -r line || echo none'))).toEqual({
    end: { kind: 'exited', exitCode: 0 },
    output: 'none\n',
  })
})

test('a time-out kills the command and everything it started', async () => {
  const run = await runCommand(order('sleep 300 & echo $!; sleep 300', { timeoutMs: 200 }))
  expect(run.end).toEqual({ kind: 'timed_out' })
  await gone(Number(run.output))
})

test('an abort kills the whole group', async () => {
  const abort = new AbortController()
  const script = 'sleep 300 & sleep 300 & echo "$$ $(jobs -p | tr "\\n" " ")" > pids.new; mv pids.new pids; wait'
  const running = runCommand(order(script, { signal: abort.signal }))
  await appeared('pids')
  const pids = (await readFile(join(root, 'pids'), 'utf8')).trim().split(/\s+/).map(Number)
  expect(pids.map(isAlive)).toEqual([true, true, true])
  abort.abort()
  expect((await running).end).toEqual({ kind: 'aborted' })
  await gone(...pids)
})

test('a command that ends takes what it left in the background with it, and nobody waits for that', async () => {
  const run = await runCommand(order('sleep 300 & echo $!'))
  expect(run.end).toEqual({ kind: 'exited', exitCode: 0 })
  await gone(Number(run.output))
})

test('a process that left the group and holds the pipe does not hold the call', async () => {
  const run = await runCommand(order('setsid sleep 300 & echo $!'))
  expect(run.end).toEqual({ kind: 'exited', exitCode: 0 })
  process.kill(Number(run.output), 'SIGKILL')
})

test('nothing runs after an abort', async () => {
  const run = await runCommand(order('touch ran', { signal: AbortSignal.abort() }))
  expect(run.end).toEqual({ kind: 'aborted' })
  expect(existsSync(join(root, 'ran'))).toBe(false)
})

test('what cannot start is refused with the reason', async () => {
  expect((await runCommand(order('', { argv: ['/no/such/program'] }))).end).toEqual({
    kind: 'refused',
    message: 'spawn /no/such/program ENOENT',
  })
  expect((await runCommand(order(`: ${'x'.repeat(200_000)}`))).end).toEqual({
    kind: 'refused',
    message: 'the command is longer than the system takes (128 KiB); write long content with apply_patch',
  })
})

test('output is told as it comes, whole characters only, up to a limit', async () => {
  const told = { stdout: '', stderr: '' }
  const onOutput: CommandOrder['onOutput'] = (stream, text) => {
    told[stream] += text
  }
  const script = 'printf "a\\xe2\\x82"; printf b >&2; sleep 0.1; printf "\\xac\\xff"'
  const run = await runCommand(order(script, { onOutput }))
  expect(told).toEqual({ stdout: 'a€\uFFFD', stderr: 'b' })
  expect(run.output).toBe('ab€\uFFFD')
})

test('a flood of output is cut to the ring and streamed only at its start', async () => {
  let shown = 0
  const before = process.memoryUsage().rss
  const run = await runCommand(
    order('yes | head -c 100000000; echo the end', {
      onOutput: (_stream, text) => {
        shown += text.length
      },
    }),
  )
  expect(run.end).toEqual({ kind: 'exited', exitCode: 0 })
  expect(run.output.length).toBeLessThan(66 * 1024)
  expect(run.output.endsWith('y\nthe end\n')).toBe(true)
  expect(run.output).toContain(`${(100_000_008 - 64 * 1024).toLocaleString('en-US')} bytes left out`)
  expect(shown).toBeLessThan(STREAMED_BYTES_MAX + 128 * 1024)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
})

test('a command that breeds processes beyond the limit is ended with all of them, also those that left its group', {
  timeout: 30_000,
}, async () => {
  const script = 'for i in $(seq 60); do sleep 300 & echo $!; setsid sleep 300 & done; wait'
  const run = await runCommand(order(script, { processesMax: 50 }))
  expect(run.end).toEqual({ kind: 'too_many_processes' })
  const pids = run.output.trim().split('\n').map(Number)
  await gone(...pids)
})
