import { expect, test } from 'vitest'
import { normalCommand, shellCommands } from './shell-line.ts'

test.each<[string, readonly (readonly string[])[]]>([
  [
    'cd app && go test ./... | tail -5',
    [
      ['go', 'test', './...'],
      ['tail', '-5'],
    ],
  ],
  [
    'CI=1 npm test; echo "a; b"',
    [
      ['npm', 'test'],
      ['echo', 'a; b'],
    ],
  ],
  ["cat <<'EOF' > x.md\nrm a.ts\nEOF", [['cat', '>', 'x.md']]],
  ['', []],
])('%s', (line, expected) => {
  expect(shellCommands(line)).toEqual(expected)
})

test('a command is known without its redirections', () => {
  expect(normalCommand(['go', 'test', './...', '2>&1'])).toBe('go test ./...')
})
