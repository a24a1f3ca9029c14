/** A project whose `.git` or `.rawr` is a link, also one by an absolute path: commands run, and what it leads to stays as it is. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type ToolBench, toolBench } from '../tools/testing/tool-bench.ts'

let bench: ToolBench

describe.skipIf(!inject('available').includes('bwrap'))('a link in a protected place [needs bwrap]', () => {
  beforeEach(async () => {
    bench = await toolBench({ mode: 'workspace-write', under: '/var/tmp', hidden: 'rawr-home' })
  })
  afterEach(() => bench.remove())

  const PLACES = ['.git', '.rawr'].flatMap((name) =>
    [true, false].flatMap((isAbsolute) => [true, false].map((isThere) => ({ name, isAbsolute, isThere }))),
  )
  test.each(PLACES)('$name, by an absolute path: $isAbsolute, to something: $isThere', async (place) => {
    const target = join(bench.outside, place.name)
    if (place.isThere) mkdirSync(target)
    symlinkSync(place.isAbsolute ? target : relative(bench.cwd, target), join(bench.cwd, place.name))
    const { output, exitCode } = await bench.call('shell', { command: 'echo seen > made.txt; cat made.txt' })
    expect({ output, exitCode }).toMatchObject({ exitCode: 0, output: expect.stringContaining('seen') })
    expect((await bench.call('shell', { command: `echo x > ${place.name}/config` })).exitCode).not.toBe(0)
    expect(existsSync(join(target, 'config'))).toBe(false)
    expect(existsSync(target)).toBe(place.isThere)
  })

  test.each(['hooks', 'config', 'config.worktree'])('a link of %s in .git opens no folder outside', async (name) => {
    const foreign = join(bench.outside, name)
    if (name === 'hooks') mkdirSync(foreign)
    else writeFileSync(foreign, '')
    mkdirSync(join(bench.cwd, '.git'))
    symlinkSync(foreign, join(bench.cwd, '.git', name))
    const attempts = [`echo x > ${bench.outside}/x`, `echo x > ${bench.outside}/hooks/x`, 'echo x > .git/x']
    for (const command of attempts) expect((await bench.call('shell', { command })).exitCode, command).not.toBe(0)
    expect(readdirSync(bench.outside)).toEqual([name])
  })

  test('a .git that leads elsewhere opens nothing there', async () => {
    const target = join(bench.outside, '.git')
    mkdirSync(join(target, 'hooks'), { recursive: true })
    symlinkSync(relative(bench.cwd, target), join(bench.cwd, '.git'))
    for (const command of [`echo x > ${target}/x`, `echo x > ${target}/hooks/x`, `echo x > ${bench.outside}/x`])
      expect((await bench.call('shell', { command })).exitCode, command).not.toBe(0)
  })

  test('a command that puts something in place of the link does not keep it there', async () => {
    for (const name of ['.git', '.rawr']) {
      mkdirSync(join(bench.outside, name))
      symlinkSync(join(bench.outside, name), join(bench.cwd, name))
    }
    const command = 'rm .git .rawr && mkdir .git .rawr && echo x > .git/config && echo x > .rawr/config.yaml'
    const { output } = await bench.call('shell', { command })
    for (const name of ['.git', '.rawr']) expect(readlinkSync(join(bench.cwd, name))).toBe(join(bench.outside, name))
    // The watcher may be faster than the `mkdir`.
    expect(output).toMatch(/The command (put something else in place of|removed) the link \.git\./)
  })

  test('inside the folder too, what .rawr leads to is not written', async () => {
    mkdirSync(join(bench.cwd, 'elsewhere'))
    writeFileSync(join(bench.cwd, 'elsewhere/config.yaml'), 'features: {}\n')
    symlinkSync('elsewhere', join(bench.cwd, '.rawr'))
    expect((await bench.call('shell', { command: 'echo x >> elsewhere/config.yaml' })).exitCode).not.toBe(0)
  })
})

describe.skipIf(!inject('available').includes('bwrap'))(
  'work in a folder of a project that lies in /tmp [needs bwrap]',
  () => {
    const made: string[] = []
    afterEach(() => {
      for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
    })

    test('the project’s own .git and .rawr are as protected as the folder’s would be', async () => {
      const project = realpathSync(mkdtempSync('/tmp/rawr-project-'))
      made.push(project)
      const cwd = join(project, 'sub')
      mkdirSync(cwd)
      execFileSync('git', ['init', '-q', project])
      bench = await toolBench({ mode: 'workspace-write', under: '/var/tmp', hidden: 'rawr-home' })
      const shell = (command: string) => bench.call('shell', { command }, { cwd })
      const attempts = [
        'echo x > ../.git/hooks/pre-commit',
        'echo x >> ../.git/config',
        'mv ../.git ../other',
        'mkdir -p ../.rawr && echo x > ../.rawr/config.yaml',
      ]
      for (const command of attempts) expect((await shell(command)).exitCode, command).not.toBe(0)
      expect((await shell('echo evil > ../.git/commondir; echo made > ../note.txt')).output).toContain('commondir')
      expect(existsSync(join(project, '.git/commondir'))).toBe(false)
      expect(existsSync(join(project, 'note.txt'))).toBe(true)
      expect((await shell('touch a && git add a && git -c user.name=a -c user.email=a@b commit -qm a')).exitCode).toBe(
        0,
      )
      const patch = '*** Begin Patch\n*** Add File: ../.git/hooks/pre-commit\n+exit 1\n*** End Patch'
      expect((await bench.call('apply_patch', { input: patch }, { cwd })).success).toBe(false)
      await bench.remove()
    })
  },
)

describe.skipIf(!inject('available').includes('bwrap'))('RAWR_HOME where a project has its .rawr [needs bwrap]', () => {
  test.each(['/var/tmp', '/tmp'])('under %s it is not seen, whether the work is beside it or below', async (under) => {
    bench = await toolBench({ mode: 'workspace-write', under, hidden: '.rawr' })
    const above = dirname(bench.cwd)
    writeFileSync(join(above, '.rawr/daemon.json'), 'token')
    for (const cwd of [above, bench.cwd]) {
      const { output } = await bench.call('shell', { command: `cat ${above}/.rawr/daemon.json; echo end` }, { cwd })
      expect(output).not.toContain('token')
      expect(output).toContain('end')
      expect((await bench.call('shell', { command: `echo x > ${above}/.rawr/x` }, { cwd })).exitCode).not.toBe(0)
    }
    expect(readdirSync(join(above, '.rawr'))).toEqual(['daemon.json'])
    await bench.remove()
  })
})
