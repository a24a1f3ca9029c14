import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
  await mkdir(join(bench.cwd, '.git'))
  await bench.put('.git/config', 'needle\n')
  await bench.put('.gitignore', 'ignored/\n')
  await bench.put('ignored/x.ts', 'needle\n')
  await bench.put('src/b.ts', 'first\nNeedle(1)\nlast\n')
  await bench.put('src/a.py', 'needle\n')
  await bench.put('.hidden', 'needle\n')
})
afterEach(() => bench.remove())

const check = async (given: Readonly<Record<string, unknown>>, output: string, success = true): Promise<void> =>
  expect(await bench.call('grep', given)).toEqual({ output, success })

test('matches come as path:line:text in path order, hidden files too, ignored ones and git’s own not', async () => {
  await check({ pattern: 'needle' }, '.hidden:1:needle\nsrc/a.py:1:needle')
  await check({ pattern: 'needle', ignore_case: true }, '.hidden:1:needle\nsrc/a.py:1:needle\nsrc/b.ts:2:Needle(1)')
})

test('the search is narrowed and widened by its arguments', async () => {
  await check({ pattern: 'needle', path: 'src' }, 'src/a.py:1:needle')
  await check({ pattern: 'needle', path: 'src/a.py' }, 'src/a.py:1:needle')
  await check({ pattern: 'eedle', glob: '*.ts' }, 'src/b.ts:2:Needle(1)')
  await check({ pattern: 'Needle(1)', literal: true }, 'src/b.ts:2:Needle(1)')
  await check({ pattern: 'needle', files_only: true }, '.hidden\nsrc/a.py')
  await check({ pattern: 'Needle', context: 1 }, 'src/b.ts-1-first\nsrc/b.ts:2:Needle(1)\nsrc/b.ts-3-last')
  await check({ pattern: 'needle', path: 'ignored', include_ignored: true }, 'ignored/x.ts:1:needle')
  await check({ pattern: '--files' }, 'No match.')
})

test('no match is an answer, a broken pattern and a missing path are failures', async () => {
  await check({ pattern: 'absent' }, 'No match.')
  const broken = await bench.call('grep', { pattern: '(' })
  expect(broken.success).toBe(false)
  expect(broken.output).toContain('unclosed group')
  const missing = await bench.call('grep', { pattern: 'x', path: 'nowhere' })
  expect(missing).toEqual({ output: 'nowhere: no such file or folder', success: false })
})

test('very many lines and very long ones are cut and told', async () => {
  await bench.put('many.txt', 'hay\n'.repeat(700))
  await bench.put('wide.txt', `hoy${'x'.repeat(10_000)}\n`)
  const many = await bench.call('grep', { pattern: 'hay' })
  expect(many.output.split('\n')).toHaveLength(501)
  expect(many.output.endsWith('[200 more lines; narrow the pattern, path or glob]')).toBe(true)
  const wide = await bench.call('grep', { pattern: 'hoy' })
  expect(wide.output.length).toBeLessThan(700)
})

test('a link is not followed out of the folder on the way', async () => {
  await symlink(bench.outside, join(bench.cwd, 'out'))
  await check({ pattern: 'needle', path: '.' }, '.hidden:1:needle\nsrc/a.py:1:needle')
})
