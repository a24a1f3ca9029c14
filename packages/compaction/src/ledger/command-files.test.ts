import { describe, expect, it } from 'vitest'
import { type FileUse, filesOfCommand } from './command-files.ts'

const check = (command: string, expected: readonly FileUse[]) =>
  it(command, () => {
    expect(filesOfCommand(command)).toEqual(expected)
  })

describe('files of a command', () => {
  check('cat src/a.ts src/b.ts', [
    { kind: 'read', path: 'src/a.ts' },
    { kind: 'read', path: 'src/b.ts' },
  ])
  check("sed -n '1,40p' src/a.ts", [{ kind: 'read', path: 'src/a.ts', range: '1-40' }])
  check("sed -i 's/a/b/' src/a.ts", [{ kind: 'edit', path: 'src/a.ts' }])
  check('head -20 notes.md', [{ kind: 'read', path: 'notes.md', range: 'head' }])
  check('rm -f dist/a.js && git mv src/a.ts src/b.ts', [
    { kind: 'delete', path: 'dist/a.js' },
    { kind: 'move', path: 'src/a.ts', to: 'src/b.ts' },
  ])
  check('git rm --cached a.lock', [{ kind: 'delete', path: 'a.lock' }])
  check('mv a.ts b.ts', [{ kind: 'move', path: 'a.ts', to: 'b.ts' }])
  check('npm test > out.log', [{ kind: 'create', path: 'out.log' }])
  check('npm test 2>&1 > /dev/null', [])
  check('cat "$FILE" *.ts', [])
  check('echo "rm a.ts"', [])
  check('bash -lc "cat src/a.ts"', [{ kind: 'read', path: 'src/a.ts' }])
  check('ls', [])
})
