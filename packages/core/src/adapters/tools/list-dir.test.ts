import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
  await mkdir(join(bench.cwd, '.git'))
  await bench.put('.gitignore', 'node_modules/\n')
  await bench.put('node_modules/x/index.js', '')
  await bench.put('src/deep/er/file.ts', '')
  await bench.put('src/a.ts', '')
  await mkdir(join(bench.cwd, 'empty'))
  await symlink('src', join(bench.cwd, 'link'))
})
afterEach(() => bench.remove())

const check = async (given: Readonly<Record<string, unknown>>, output: string, success = true): Promise<void> =>
  expect(await bench.call('list_dir', given)).toEqual({ output, success })

test('the tree is indented, sorted, two levels deep and without what git ignores', () =>
  check({}, '.gitignore\nempty/\nlink -> src\nsrc/\n  a.ts\n  deep/'))

test('depth and ignored files are as asked', async () => {
  await check({ path: 'src', depth: 1 }, 'a.ts\ndeep/')
  await check({ path: 'src', depth: 3 }, 'a.ts\ndeep/\n  er/\n    file.ts')
  await check({ path: 'node_modules', include_ignored: true }, 'x/\n  index.js')
  await check({ path: 'node_modules' }, 'x/\n  index.js')
  await check({ path: 'empty' }, '[empty folder]')
})

test('what is no folder is said', async () => {
  await check({ path: 'src/a.ts' }, 'src/a.ts is not a folder: use read.', false)
  await check({ path: 'nowhere' }, 'nowhere: no such file or folder', false)
  await check(
    { depth: 0 },
    'The arguments of list_dir are not valid, nothing was done: depth: Too small: expected number to be >=1.',
    false,
  )
})

test('a folder of too many entries is cut and told', async () => {
  for (let index = 0; index < 1100; index += 1) await bench.put(`many/${index}.txt`, '')
  const { output } = await bench.call('list_dir', { path: 'many' })
  expect(output.split('\n')).toHaveLength(1001)
  expect(output.endsWith('[more than 1000 entries; list a subfolder or use glob]')).toBe(true)
})

test('a name that would read as two lines is one', async () => {
  await bench.put('odd/a\nsrc/\u001b[2J', '')
  await check({ path: 'odd' }, '"a\\nsrc"/\n  "\\u001b[2J"')
  await bench.put('strange/\u001b[2J', '')
  expect((await bench.call('glob', { pattern: '*', path: 'strange' })).output).toBe('"strange/\\u001b[2J"')
})
