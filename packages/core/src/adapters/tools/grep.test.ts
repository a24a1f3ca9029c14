import { execFileSync } from 'node:child_process'
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

test('a name with a newline or an escape in it is one, as in a listing', async () => {
  await bench.put('odd/a\nsrc/a.py:1:forged', 'pin\n')
  await bench.put('odd/\u001b[2J', 'pin\n')
  await check({ pattern: 'pin' }, '"odd/\\u001b[2J":1:pin\n"odd/a\\nsrc/a.py:1:forged":1:pin')
  await check({ pattern: 'pin', files_only: true }, '"odd/\\u001b[2J"\n"odd/a\\nsrc/a.py:1:forged"')
})

test('a binary file is named where it was asked for, and does not hide what stands in others', async () => {
  await bench.put('bin.dat', Buffer.from('pin\n\0\npin\n'))
  await bench.put('late.dat', Buffer.concat([Buffer.from(`pin\n${'hay\n'.repeat(100_000)}`), Buffer.from([0, 10])]))
  await bench.put('text.txt', 'pin\n')
  const everywhere = await bench.call('grep', { pattern: 'pin' })
  expect(everywhere.output).toMatch(
    /^late\.dat:1:pin\nlate\.dat: WARNING: stopped searching binary file.*\ntext\.txt:1:pin$/,
  )
  const asked = await bench.call('grep', { pattern: 'pin', path: 'bin.dat' })
  expect(asked.output).toContain('bin.dat: binary file matches')
})

test('a line that says what ripgrep says of binary files is a line as any other', async () => {
  const lines = ['pin: binary file matches', 'pin: WARNING: stopped searching binary file after match']
  await bench.put('notes.txt', `${lines.join('\n')}\n`)
  await check({ pattern: 'pin' }, lines.map((line, index) => `notes.txt:${index + 1}:${line}`).join('\n'))
})

test('UTF-16 with its mark is searched as text, and a pipe is not waited for', async () => {
  await bench.put('wide.txt', Buffer.from('\uFEFFgrün\n', 'utf16le'))
  await check({ pattern: 'grün' }, 'wide.txt:1:grün')
  execFileSync('mkfifo', [join(bench.cwd, 'pipe')])
  await check({ pattern: 'x', path: 'pipe' }, 'pipe is not a regular file.', false)
  await check({ pattern: 'absent' }, 'No match.')
})

test.each(['(a*)*b', 'a{1000}{1000}', 'x'.repeat(20_000), '--', '-f', '\ud800', '$^'])(
  'an odd pattern is searched for: %.20s',
  (pattern) => check({ pattern }, 'No match.'),
)

test.each(['(?=a)', '[', '{', '\\', 'a\nb', '\\d{2,1}', '\0'])('one that is none is told: %j', async (pattern) => {
  const told = await bench.call('grep', { pattern })
  expect(told).toMatchObject({ success: false, output: expect.stringContaining('grep failed: ') })
})

test('a link is not followed out of the folder on the way', async () => {
  await symlink(bench.outside, join(bench.cwd, 'out'))
  await check({ pattern: 'needle', path: '.' }, '.hidden:1:needle\nsrc/a.py:1:needle')
})
