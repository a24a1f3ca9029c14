/** A project whose `.git` or `.rawr` is a link, also one by an absolute path: commands run, and what it leads to stays as it is. */
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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
    expect(output).toContain('The command put something else in place of the link .git.')
  })

  test('inside the folder too, what .rawr leads to is not written', async () => {
    mkdirSync(join(bench.cwd, 'elsewhere'))
    writeFileSync(join(bench.cwd, 'elsewhere/config.yaml'), 'features: {}\n')
    symlinkSync('elsewhere', join(bench.cwd, '.rawr'))
    expect((await bench.call('shell', { command: 'echo x >> elsewhere/config.yaml' })).exitCode).not.toBe(0)
  })
})
