import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { taken } from './glob.ts'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
  await mkdir(join(bench.cwd, '.git'))
  await bench.put('.git/x.ts', '')
  await bench.put('.gitignore', 'dist/\n')
  await bench.put('dist/x.ts', '')
  await bench.put('src/deep/b.ts', '')
  await bench.put('src/a.ts', '')
  await bench.put('src/a.py', '')
  await bench.put('with space/ä\n.ts', '')
})
afterEach(() => bench.remove())

const check = async (given: Readonly<Record<string, unknown>>, output: string, success = true): Promise<void> =>
  expect(await bench.call('glob', given)).toEqual({ output, success })

test('patterns match the path below the folder, in path order', async () => {
  await check({ pattern: '*.ts' }, 'src/a.ts\nsrc/deep/b.ts\n"with space/ä\\n.ts"')
  await check({ pattern: 'src/*.ts' }, 'src/a.ts')
  await check({ pattern: './src/**/*.{ts,py}' }, 'src/a.py\nsrc/a.ts\nsrc/deep/b.ts')
  await check({ pattern: './*.ts' }, 'No file matches.')
  await check({ pattern: './*.ts', path: 'src' }, 'src/a.ts')
  await check({ pattern: '*.ts', path: 'src/deep' }, 'src/deep/b.ts')
  await check({ pattern: 'dist/*', include_ignored: true }, 'dist/x.ts')
  await check({ pattern: '.gitignore' }, '.gitignore')
  await check({ pattern: '*.rs' }, 'No file matches.')
})

test('a pattern that leads out of the folder says where a folder is given', async () => {
  for (const pattern of [`${bench.cwd}/src/*.ts`, '../*.ts', 'src/../*.ts'])
    expect(await bench.call('glob', { pattern })).toMatchObject({
      success: false,
      output: expect.stringContaining('give the folder as path'),
    })
})

test('what git ignores is left out at every depth, as git has it', async () => {
  await bench.put('.gitignore', '*.log\n!keep.log\n/build/\nsub/secret*\n')
  await bench.put('.git/info/exclude', 'own.txt\n')
  await bench.put('sub/.gitignore', 'made.*\n!made.keep\n')
  for (const path of [
    'a.log',
    'keep.log',
    'build/x',
    'sub/build/x',
    'sub/secret1',
    'own.txt',
    'sub/made.x',
    'sub/made.keep',
  ])
    await bench.put(path, '')
  const seen = ['keep.log', 'sub/.gitignore', 'sub/build/x', 'sub/made.keep']
  const globbed = (await bench.call('glob', { pattern: '**' })).output.split('\n')
  expect(globbed.filter((path) => !path.startsWith('src/') && !path.includes('ä'))).toEqual([
    '.gitignore',
    'dist/x.ts',
    ...seen,
  ])
  const listed = (await bench.call('list_dir', { depth: 3 })).output
  for (const name of ['a.log', 'own.txt', 'secret1', 'made.x']) expect(listed).not.toContain(name)
  for (const name of ['keep.log', 'made.keep', '  build/']) expect(listed).toContain(name)
})

test('a missing folder is a failure, too many paths are cut and told', async () => {
  await check({ pattern: '*', path: 'nowhere' }, 'nowhere: no such file or folder', false)
  await check({ pattern: '*', path: 'src/a.ts' }, 'src/a.ts is not a folder.', false)
  for (let index = 0; index < 520; index += 1) await bench.put(`many/${index}.txt`, '')
  const { output } = await bench.call('glob', { pattern: 'many/*' })
  expect(output.split('\n')).toHaveLength(501)
  expect(output.endsWith('[20 more paths; narrow the pattern]')).toBe(true)
})

test('a pattern that is too long is refused, one made to take for ever is answered', async () => {
  expect(await bench.call('glob', { pattern: 'x'.repeat(501) })).toMatchObject({ success: false })
  await bench.put(`${'a'.repeat(200)}.md`, '')
  await check({ pattern: `**/${'*a'.repeat(100)}b` }, 'No file matches.')
})

test('others are served while very many paths are looked at', async () => {
  let turns = 0
  const beside = setInterval(() => {
    turns += 1
  }, 0)
  const paths = Array.from({ length: 10_000 }, (_, index) => `src/${index}.ts`)
  const seen = new Set<number>()
  const found = await taken(paths, (path) => {
    seen.add(turns)
    return path.endsWith('7.ts')
  })
  clearInterval(beside)
  expect(found).toHaveLength(1_000)
  expect(found[0]).toBe('src/7.ts')
  expect(seen.size).toBeGreaterThan(1)
})
