import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generatedEdit } from './testing/generated-edit.ts'
import { type ToolBench, toolBench } from './testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench({ mode: 'danger-full-access' })
})
afterEach(() => bench.remove())

const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const apply = (input: string, mode?: 'read-only' | 'workspace-write') =>
  bench.call('apply_patch', { input }, mode === undefined ? {} : { sandbox: { mode, network: false } })

const tree = async (): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(bench.cwd, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = async (file: string) => [file.slice(bench.cwd.length + 1), await readFile(file, 'latin1')]
  return Object.fromEntries(await Promise.all(files.sort().map(read)))
}

test('files are added, changed, moved and deleted by one patch', async () => {
  await bench.put('a.txt', 'one\ntwo\n')
  await bench.put('old/name.txt', 'x\ny\n')
  await bench.put('gone.txt', 'bye\n')
  const result = await apply(
    patch(
      ...['*** Add File: new/deep/file.txt', '+hello', '+', '*** Update File: a.txt', '@@', ' one', '-two', '+zwei'],
      ...['*** Update File: old/name.txt', '*** Move to: new/name.txt', '@@', '-x', '+X', '*** Delete File: gone.txt'],
    ),
  )
  expect(result).toMatchObject({
    output: 'Changed:\nA new/deep/file.txt\nM a.txt\nD old/name.txt\nA new/name.txt\nD gone.txt',
    success: true,
  })
  expect(await tree()).toEqual({ 'a.txt': 'one\nzwei\n', 'new/deep/file.txt': 'hello\n\n', 'new/name.txt': 'X\ny\n' })
})

test('one hunk that does not fit leaves every file as it was, and the answer quotes it', async () => {
  await bench.put('a.txt', 'one\ntwo\n')
  const before = await tree()
  const result = await apply(patch('*** Add File: b.txt', '+b', '*** Update File: a.txt', '@@', ' one', '-drei', '+3'))
  expect(result).toEqual({
    output:
      'The patch was not applied, no file was changed. a.txt: the hunk: these lines are not in the file:\n' +
      '  | one\n  | drei\nAt line 1 the file has:\n  | one\n  | two',
    success: false,
  })
  expect(await tree()).toEqual(before)
})

test('what is no patch is refused with its line', async () => {
  const result = await apply(patch('*** Update File: a.txt', 'oops'))
  expect(result.output).toBe(
    'The patch was not applied, no file was changed. It cannot be read: line 3 of the patch, "oops": a line of a hunk begins with a space, + or -.',
  )
})

test('generated edits give the expected bytes, in every encoding and with every line end', async () => {
  await fc.assert(
    fc.asyncProperty(generatedEdit, async ({ before, after, hunks }) => {
      await bench.put('file', before)
      const result = await apply(`*** Begin Patch\n*** Update File: file\n${hunks}*** End Patch\n`)
      expect(result.output).toContain('M file')
      expect((await readFile(join(bench.cwd, 'file'))).toString('latin1')).toBe(after.toString('latin1'))
    }),
    { numRuns: 300 },
  )
})

test('a generated patch with one foreign line changes nothing at all', async () => {
  const edits = fc.array(generatedEdit, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(edits, fc.nat(), async (given, chosen) => {
      for (const [index, { before }] of given.entries()) await bench.put(`file-${index}`, before)
      const untouched = await tree()
      const broken = chosen % given.length
      const sections = given.map(({ hunks }, index) => {
        const foreign = index === broken ? '@@\n-no file has this line\n' : ''
        return `*** Update File: file-${index}\n${hunks}${foreign}*** Add File: added-${index}\n+x\n`
      })
      const result = await apply(`*** Begin Patch\n${sections.join('')}*** End Patch`)
      expect(result.success).toBe(false)
      expect(await tree()).toEqual(untouched)
    }),
    { numRuns: 100 },
  )
})

test('a file of 100,000 lines is patched at its end', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`)
  await bench.put('long.txt', `${lines.join('\n')}\n`)
  const result = await apply(
    patch('*** Update File: long.txt', '@@', ' line 99997', '-line 99998', '+changed', ' line 99999'),
  )
  expect(result.success).toBe(true)
  expect((await bench.text('long.txt')).endsWith('line 99997\nchanged\nline 99999\n')).toBe(true)
})

test('in the read-only sandbox nothing can be changed', async () => {
  const result = await apply(patch('*** Add File: a.txt', '+x'), 'read-only')
  expect(result).toEqual({
    output: 'The patch was not applied, no file was changed. a.txt: the sandbox is read-only, no file can be changed',
    success: false,
  })
  expect(await tree()).toEqual({})
})

test('in the workspace sandbox no path leads out of it: not up, not absolute, not by a link', async () => {
  await bench.remove()
  bench = await toolBench({ mode: 'danger-full-access', under: '/var/tmp' })
  await writeFile(join(bench.outside, 'there.txt'), 'there\n')
  await symlink(bench.outside, join(bench.cwd, 'link'))
  await symlink(join(bench.outside, 'there.txt'), join(bench.cwd, 'file-link'))
  await symlink(join(bench.outside, 'not-yet'), join(bench.cwd, 'dangling'))
  await mkdir(join(bench.cwd, '.git/hooks'), { recursive: true })
  await bench.put('inside.txt', 'inside\n')
  const refused = [
    ...[
      '../outside/new.txt',
      join(bench.outside, 'new.txt'),
      'link/new.txt',
      'dangling',
      'dangling/new.txt',
      '~/new.txt',
    ],
    ...['.git/hooks/pre-commit', '.git/config', '.rawr/config.yaml'],
  ].map((path) => patch(`*** Add File: ${path}`, '+x'))
  const others = [
    patch('*** Delete File: link/there.txt'),
    patch('*** Update File: file-link', '-there', '+here'),
    patch('*** Update File: inside.txt', '*** Move to: link/moved.txt', '-inside', '+outside'),
  ]
  for (const input of [...refused, ...others]) {
    const result = await apply(input, 'workspace-write')
    expect(result.success, input).toBe(false)
    expect(result.output, input).toContain('outside of what the sandbox (workspace-write) lets a patch change')
  }
  expect(await readdir(bench.outside)).toEqual(['there.txt'])
  expect(await readFile(join(bench.outside, 'there.txt'), 'utf8')).toBe('there\n')
  expect((await apply(patch('*** Add File: fine/new.txt', '+x'), 'workspace-write')).success).toBe(true)
})

test('a link inside the workspace is written through, not replaced', async () => {
  await bench.put('real.txt', 'one\n')
  await symlink('real.txt', join(bench.cwd, 'link.txt'))
  expect((await apply(patch('*** Update File: link.txt', '-one', '+two'), 'workspace-write')).success).toBe(true)
  expect(await bench.text('real.txt')).toBe('two\n')
})

test('the purpose names every file, and a patch runs alone', () => {
  const call = (input: string) => ({ callId: 'ca_1', name: 'apply_patch', arguments: JSON.stringify({ input }) })
  const moved = call(patch('*** Update File: a', '*** Move to: b', '*** Add File: a', '+x'))
  expect(bench.runner.purpose(moved, '/home/ada')).toMatchObject({
    kind: 'patch',
    paths: ['/home/ada/a', '/home/ada/b'],
  })
  expect(bench.runner.purpose(call('no patch'), '/home/ada')).toEqual({ kind: 'patch', paths: [], patch: 'no patch' })
  expect(bench.runner.runsAlone(moved)).toBe(true)
})
