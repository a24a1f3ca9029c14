import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ignoreRulesFor } from './ignore-rules.ts'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(() => bench.remove())

test('rules count from the top of the repository down, the nearest last', async () => {
  await mkdir(join(bench.cwd, '.git'))
  await bench.put('.gitignore', '*.log\nbuild/\n/root-only\n')
  await bench.put('pkg/.gitignore', '!keep.log\n*.tmp\n')
  const rules = await ignoreRulesFor(join(bench.cwd, 'pkg'))
  const ignores = (path: string, isFolder = false) => rules.ignores(join(bench.cwd, 'pkg', path), isFolder)
  expect(ignores('a.log')).toBe(true)
  expect(ignores('keep.log')).toBe(false)
  expect(ignores('a.tmp')).toBe(true)
  expect(ignores('build', true)).toBe(true)
  expect(ignores('build')).toBe(false)
  expect(ignores('root-only')).toBe(false)
  expect(ignores('.git', true)).toBe(true)
})

test('outside a repository only the folder’s own rules count, and those below are added on the way', async () => {
  await writeFile(join(bench.cwd, '../.gitignore'), '*\n')
  await bench.put('sub/.gitignore', '*.x\n')
  const rules = await ignoreRulesFor(bench.cwd)
  expect(rules.ignores(join(bench.cwd, 'a.x'), false)).toBe(false)
  const below = await rules.below(join(bench.cwd, 'sub'))
  expect(below.ignores(join(bench.cwd, 'sub/a.x'), false)).toBe(true)
})

test('rules that were written to keep their reader busy, or never end, are left out', async () => {
  await bench.put('.gitignore', `${'*a'.repeat(40)}*b\n*.log\n`)
  await mkdir(join(bench.cwd, 'sub'))
  execFileSync('mkfifo', [join(bench.cwd, 'sub/.gitignore')])
  const rules = await (await ignoreRulesFor(bench.cwd)).below(join(bench.cwd, 'sub'))
  expect(rules.ignores(join(bench.cwd, 'sub', 'a'.repeat(200)), false)).toBe(false)
  expect(rules.ignores(join(bench.cwd, 'sub/x.log'), false)).toBe(true)
})
