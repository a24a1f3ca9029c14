import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { BACKGROUND_MAX, BackgroundName, type BackgroundStart, openBackgroundCommands } from './commands.ts'

const commands = openBackgroundCommands()
afterEach(() => commands.endAll())

const order = (name: string, script: string): BackgroundStart => ({
  name,
  command: script,
  start: { argv: ['bash', '-c', script], cwd: tmpdir(), env: {}, outputBytesMax: 64 * 1024, processesMax: 100 },
})
/** A killed process stays listed until someone collects it. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const look = (waitMs: number) => ({ waitMs, signal: new AbortController().signal })

test('what ends at once answers as any command, and its name is free again', async () => {
  const once = order('once', 'echo no; exit 3')
  expect(await commands.start(once)).toEqual({
    output: '"once" has ended. Exit code: 3\nOutput since the last look:\nno\n',
    success: false,
    exitCode: 3,
    outcome: 'exit 3',
  })
  expect(commands.list()).toEqual([])
  expect(await commands.read('once', look(0))).toBe(null)
})

test('each look begins behind the last one, waits for something new, and the last one says how it ended', async () => {
  const script = 'echo up; sleep 1.3; echo more; sleep 0.2; exit 5'
  expect((await commands.start(order('server', script))).output).toContain(
    'is running.\nOutput since the last look:\nup\n',
  )
  expect((await commands.read('server', look(5_000)))?.output).toContain(
    'is running.\nOutput since the last look:\nmore\n',
  )
  expect(await commands.read('server', look(5_000))).toMatchObject({ exitCode: 5, success: false })
})

test('a name is taken while it runs; stopping ends all it started', async () => {
  const script = 'sleep 300 & echo $!; wait'
  const { output } = await commands.start(order('watch', script))
  const pid = Number(/\n(\d+)\n$/.exec(output)?.[1])
  expect((await commands.start(order('watch', 'true'))).output).toContain('is running already')
  expect(await commands.stop('watch')).toMatchObject({ success: true, exitCode: null })
  while (isAlive(pid)) await new Promise(setImmediate)
  expect(await commands.stop('watch')).toBe(null)
})

test('so many at once and no more', { timeout: 30_000 }, async () => {
  await Promise.all(
    Array.from({ length: BACKGROUND_MAX }, (_, index) => commands.start(order(`s${index}`, 'sleep 300'))),
  )
  expect((await commands.start(order('more', 'true'))).output).toContain('stop one')
  await commands.endAll()
  expect(commands.list()).toEqual([])
})

test('a guard that fails ends the command in words, one that holds is released though the command cannot start', async () => {
  const failing = { ...order('failing', 'true'), guard: () => Promise.reject(new Error('no watches left')) }
  expect(await commands.start(failing)).toMatchObject({
    success: false,
    output: 'Nothing was run: no watches left.',
  })
  let released = 0
  const guard = async () => ({
    release: async () => {
      released += 1
      return []
    },
  })
  const { start, ...named } = order('unstartable', 'true')
  const unstartable = { ...named, start: { ...start, argv: ['bash\0'] }, guard }
  expect(await commands.start(unstartable)).toMatchObject({ success: false })
  expect(released).toBe(1)
  expect(commands.list()).toEqual([])
})

test('a name is a word', () => {
  const valid = ['dev', 'dev-server_2', '-x', '../a', '', 'a b', 'x'.repeat(41)].map(
    (name) => BackgroundName.safeParse(name).success,
  )
  expect(valid).toEqual([true, true, false, false, false, false, false])
})
