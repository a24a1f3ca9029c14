import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { err, ok } from '@rawr/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Draft, draftPatch } from './draft.ts'
import { parsePatch } from './parse-patch.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rawr-draft-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const draft = async (...lines: string[]) => {
  const sections = parsePatch(['*** Begin Patch', ...lines, '*** End Patch'].join('\n'))
  if (!sections.ok) throw new Error(sections.error)
  return draftPatch(sections.value, async (path) =>
    path === 'forbidden' ? err('forbidden: no') : ok(join(root, path)),
  )
}

const told = (value: Draft) => ({
  marks: value.marks.map(({ letter, path }) => `${letter} ${path}`),
  files: value.changes.map(({ path, after }) => [
    path.slice(root.length + 1),
    after === null ? null : Buffer.from(after).toString(),
  ]),
})

test('a later section sees what an earlier one did', async () => {
  await writeFile(join(root, 'a'), 'one\n')
  const drafted = await draft(
    ...['*** Update File: a', '-one', '+two', '*** Update File: a', '-two', '+three'],
    ...['*** Add File: b', '+new', '*** Update File: b', '*** Move to: c', '-new', '+newer', '*** Delete File: a'],
  )
  expect(drafted.ok && told(drafted.value)).toEqual({
    marks: ['M a', 'M a', 'A b', 'D b', 'A c', 'D a'],
    files: [
      ['a', null],
      ['c', 'newer\n'],
    ],
  })
})

test('a file that is not as the patch says is refused by name', async () => {
  await mkdir(join(root, 'folder'))
  await writeFile(join(root, 'binary'), Buffer.from([1, 0, 2]))
  await writeFile(join(root, 'here'), 'x\n')
  const rows: readonly [readonly string[], string][] = [
    [['*** Delete File: nowhere'], 'nowhere: there is no such file'],
    [['*** Update File: nowhere', '-x'], 'nowhere: there is no such file'],
    [['*** Delete File: folder'], 'folder: it is a folder'],
    [['*** Update File: binary', '-x'], 'binary: it is a binary file'],
    [['*** Add File: here/below', '+x'], 'here/below: a part of the path is not a folder'],
    [
      ['*** Add File: new', '+x', '*** Update File: new', '*** Move to: here'],
      'new: here exists already: delete it first or choose another name',
    ],
    [['*** Add File: forbidden', '+x'], 'forbidden: no'],
    [['*** Update File: here', '*** Move to: forbidden'], 'forbidden: no'],
  ]
  for (const [lines, error] of rows) expect(await draft(...lines)).toEqual({ ok: false, error })
})

test('a whole file put over another is a change, not an addition', async () => {
  await writeFile(join(root, 'a'), 'one\n')
  const drafted = await draft('*** Add File: a', '+two')
  expect(drafted.ok && told(drafted.value)).toEqual({ marks: ['M a'], files: [['a', 'two\n']] })
})
