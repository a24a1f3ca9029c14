import fc from 'fast-check'
import { expect, test } from 'vitest'
import { succeededCommands, type Words } from './shell-words.ts'

const check = (command: readonly string[], expected: readonly Words[]) =>
  expect([command, succeededCommands(command)]).toEqual([command, expected])

test('an argv is one command, a single element with blanks is a script', () => {
  check(['git', 'commit', '-m', 'a; b'], [['git', 'commit', '-m', 'a; b']])
  check(['ls'], [['ls']])
  check([], [])
  check(
    ['cd src && ls -l'],
    [
      ['cd', 'src'],
      ['ls', '-l'],
    ],
  )
})

test('wrappers and shells are looked through', () => {
  check(['env', '-u', 'A', 'B=1', 'make', 'x'], [['make', 'x']])
  check(['timeout', '-k', '5', '30', 'make'], [['make']])
  check(
    ['nice', '-n', '5', 'bash', '-lc', 'make a; make b'],
    [
      ['make', 'a'],
      ['make', 'b'],
    ],
  )
  check(['bash', '-l', '-c', 'make'], [['make']])
  check(['bash', 'build.sh', '-c', 'make'], [['bash', 'build.sh', '-c', 'make']])
  check(['bash', '-c'], [])
  check(['env'], [])
})

test('shells in shells are followed only so deep', () => {
  let script = 'make'
  for (let depth = 0; depth < 20; depth += 1) script = `bash -c ${JSON.stringify(script)}`
  check([script], [])
})

test('any text is read without an error', () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    '$(',
    ')',
    '`',
    '<<EOF',
    '\n',
    '&&',
    '||',
    ';',
    '|',
    '(',
    '{',
    '}',
    '\\',
    'if',
    'fi',
    'a',
    ' ',
    '>',
    '$((',
    '#',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (parts) =>
      Array.isArray(succeededCommands(['bash', '-lc', parts.join('')])),
    ),
  )
})

test('deep nesting ends instead of overflowing', () => {
  check(['bash', '-c', `echo ${'$('.repeat(100_000)}`], [])
})
