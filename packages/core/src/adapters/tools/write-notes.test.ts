import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { writeNotes } from './write-notes.ts'

const FILE = '.scratch/agent-oak.scratch.md'
const desk = () => mkdtempSync(join(tmpdir(), 'rawr-notes-'))
const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const adds = (text: string, file = FILE) => patch(`*** Add File: ${file}`, `+${text}`)
const write = (cwd: string, input: string, more: { name?: string; sandboxMode?: 'read-only' } = {}) =>
  writeNotes(
    { callId: 'c1', name: more.name ?? 'apply_patch', arguments: JSON.stringify({ input }) },
    { cwd, file: FILE, sandboxMode: more.sandboxMode ?? 'workspace-write' },
  )
const notes = (cwd: string) => readFileSync(join(cwd, FILE), 'utf8')

test('a missing folder is made, with what keeps it out of git, and what stands stays', async () => {
  const cwd = desk()
  expect(await write(cwd, adds('first'))).toMatchObject({ success: true })
  expect(await write(cwd, adds('second'))).toMatchObject({ success: true })
  expect(await write(cwd, patch(`*** Update File: ${FILE}`, '@@', ' second', '+third'))).toMatchObject({
    success: true,
  })
  expect(notes(cwd)).toBe('first\nsecond\nthird\n')
  expect(readFileSync(join(cwd, '.scratch/.gitignore'), 'utf8')).toBe('*\n')
})

test('two agents that write at once keep each other’s lines', async () => {
  const cwd = desk()
  await Promise.all(Array.from({ length: 20 }, (_, at) => write(cwd, adds(`line ${at}`))))
  expect(notes(cwd).trimEnd().split('\n').toSorted()).toEqual(
    Array.from({ length: 20 }, (_, at) => `line ${at}`).toSorted(),
  )
})

test('a file that leads out of the project is not written through', async () => {
  const [cwd, outside] = [desk(), join(desk(), 'victim')]
  writeFileSync(outside, 'mine')
  mkdirSync(join(cwd, '.scratch'))
  symlinkSync(outside, join(cwd, FILE))
  expect(await write(cwd, adds('theirs'))).toMatchObject({ success: false, output: expect.stringContaining('link') })
  expect(readFileSync(outside, 'utf8')).toBe('mine')
})

test('nor is a folder that does, nor a second name of another file', async () => {
  const [cwd, outside] = [desk(), desk()]
  symlinkSync(outside, join(cwd, '.scratch'))
  expect(await write(cwd, adds('theirs'))).toMatchObject({ success: false })
  expect(existsSync(join(outside, 'agent-oak.scratch.md'))).toBe(false)
  const other = desk()
  mkdirSync(join(other, '.scratch'))
  writeFileSync(join(other, 'package.json'), '{}')
  linkSync(join(other, 'package.json'), join(other, FILE))
  expect(await write(other, adds('theirs'))).toMatchObject({ success: false })
  expect(readFileSync(join(other, 'package.json'), 'utf8')).toBe('{}')
})

test.each([
  ['another file', adds('x', 'src/a.ts'), {}],
  ['a way out', adds('x', '../agent-oak.scratch.md'), {}],
  ['that file and another', patch(`*** Add File: ${FILE}`, '+x', '*** Add File: b', '+y'), {}],
  ['a removal', patch(`*** Update File: ${FILE}`, '@@', '-first', '+x'), {}],
  ['a deletion', patch(`*** Delete File: ${FILE}`), {}],
  ['a move', patch(`*** Update File: ${FILE}`, '*** Move to: b', '@@', '+x'), {}],
  ['no patch', 'x', {}],
  ['a command', adds('x'), { name: 'shell' }],
  ['a read-only sandbox', adds('x'), { sandboxMode: 'read-only' as const }],
])('%s is refused and nothing is written', async (_name, input, more) => {
  const cwd = desk()
  await write(cwd, adds('first'))
  expect(await write(cwd, input, more)).toMatchObject({ success: false })
  expect([notes(cwd), existsSync(join(cwd, 'b')), existsSync(join(cwd, 'src'))]).toEqual(['first\n', false, false])
})

test.skipIf(!inject('available').includes('unprivileged'))(
  'a read-only file is refused by the disk, and the answer says so [needs unprivileged]',
  async () => {
    const cwd = desk()
    await write(cwd, adds('first'))
    chmodSync(join(cwd, FILE), 0o400)
    expect(await write(cwd, adds('x'))).toMatchObject({ success: false, output: expect.stringContaining('refused') })
  },
)

test('a read-only folder that is none says so', async () => {
  const cwd = desk()
  writeFileSync(join(cwd, '.scratch'), 'a file')
  expect(await write(cwd, adds('x'))).toMatchObject({ success: false, output: expect.stringContaining('.scratch') })
})
