import { expect, test } from 'vitest'
import { plainCommands } from './plain-commands.ts'

test('plain words joined by the shell’s joiners are read', () => {
  const rows: readonly [string, readonly (readonly string[])[]][] = [
    ['ls', [['ls']]],
    [
      'ls -la src && cat a.txt',
      [
        ['ls', '-la', 'src'],
        ['cat', 'a.txt'],
      ],
    ],
    ["rg 'a b|c' | head -5; pwd", [['rg', 'a b|c'], ['head', '-5'], ['pwd']]],
    ['echo "it is" it\\ is \'$x\'', [['echo', 'it is', 'it is', '$x']]],
    ['cat src/*.ts 2>/dev/null', [['cat', 'src/*.ts']]],
    ['ls 2>&1 | wc -l', [['ls'], ['wc', '-l']]],
    ['a\nb', [['a'], ['b']]],
    ['git log --format=%h#%s', [['git', 'log', '--format=%h#%s']]],
    ['echo \'a\'b"c"', [['echo', 'abc']]],
  ]
  for (const [line, expected] of rows) expect(plainCommands(line), line).toEqual(expected)
})

test('whatever could mean more than it says is not plain', () => {
  const lines = [
    ...[
      'echo $HOME',
      'echo "$(id)"',
      'echo `id`',
      'ls > out',
      'ls >> out',
      'cat < in',
      'ls &',
      'a |& b',
      '(ls)',
      '{ ls; }',
    ],
    ...[
      'echo a{b,c}',
      'sort -{o,x}f',
      'cat *',
      'ls [ab]',
      'ls # comment',
      'ls \\\n-a',
      "echo 'open",
      'echo "open',
      'echo "a!b"',
    ],
    ...[
      '',
      ';',
      'ls ;',
      '&& ls',
      'ls &&',
      'ls 2>/dev/nullx',
      'ls 2>out',
      'cat <<EOF\nx\nEOF',
      'echo "a\\$b"',
      'cat <(ls)',
    ],
  ]
  for (const line of lines) expect(plainCommands(line), line).toBe(null)
})
