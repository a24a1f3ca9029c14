import { describe, expect, it } from 'vitest'
import { parsePatch } from './patch.ts'

const check = (name: string, patch: string, expected: ReturnType<typeof parsePatch>) =>
  it(name, () => {
    expect(parsePatch(patch)).toEqual(expected)
  })

describe('a patch', () => {
  check(
    'edits, creates and deletes',
    '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-old\n+new\n same\n*** Add File: src/b.ts\n+one\n+two\n*** Delete File: src/c.ts\n*** End Patch',
    [
      { kind: 'edit', path: 'src/a.ts', added: 'new' },
      { kind: 'create', path: 'src/b.ts', added: 'one\ntwo' },
      { kind: 'delete', path: 'src/c.ts' },
    ],
  )
  check('moves', '*** Update File: a.ts\n*** Move to: b.ts\n+x', [
    { kind: 'move', path: 'a.ts', to: 'b.ts' },
    { kind: 'edit', path: 'a.ts', added: 'x' },
  ])
  check('reads carriage returns', '*** Delete File: a.ts\r\n', [{ kind: 'delete', path: 'a.ts' }])
  check('is nothing where no file is named', '+lonely line', [])
})
