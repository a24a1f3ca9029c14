import { expect, test } from 'vitest'
import { PATTERN_CHARACTERS_MAX, pathPattern } from './path-pattern.ts'

const matches = (pattern: string, path: string): boolean => {
  const made = pathPattern(pattern)
  if (!made.ok) throw new Error(made.error)
  return made.value(path)
}

test.each([
  ['*.ts', 'src/deep/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**/*.{ts,py}', 'src/a.py', true],
  ['src/**/*.{ts,py}', 'src/x/y/a.ts', true],
  ['{src,lib/**}/a.ts', 'lib/x/a.ts', true],
  ['{a,{b,c}}/d', 'c/d', true],
  ['src/**', 'src/.hidden/a', true],
  ['a**/b', 'ax/y/b', false],
  ['[a-c]?.t[!s]', 'b1.tx', true],
  ['[a-c]?.t[!s]', 'b1.ts', false],
  ['[]]', ']', true],
  ['[\\]a]x', ']x', true],
  ['[\\]a]x', 'ax', true],
  ['[\\]a]x', '\\x', false],
  ['[!\\]]', ']', false],
  ['[a\\-c]', 'b', false],
  ['[a\\-c]', '-', true],
  ['**/*.ts', '.ts', true],
  ['**/*.ts', 'a/b.ts', true],
  ['src/**/*.ts', 'src/.ts', true],
  ['src/**/*c.ts', 'src/x/abc.ts', true],
  ['src/**/*.ts', 'src.ts', false],
  ['src/**/*/a', 'src/a', false],
  ['aba*', 'aba', true],
  ['a*ba/x', 'aba/x', true],
  ['ab*ba/x', 'aba/x', false],
  ['\\*.ts', 'a.ts', false],
  ['a{b', 'a{b', true],
  ['a{b}', 'a{b}', true],
  ['+(a|b)', '+(a|b)', true],
  ['?', '🙂', true],
  ['[', '[', true],
])('%s and %s: %s', (pattern, path, expected) => expect(matches(pattern, path)).toBe(expected))

// Each of them keeps a backtracking matcher busy for longer than this test may take.
test.each([
  `**/${'*a'.repeat(100)}b`,
  `${'**/*a'.repeat(40)}!`,
  '{a,aa}'.repeat(80),
  `${'{a,'.repeat(100)}b${'}'.repeat(100)}`,
  `${'{*a,a*}'.repeat(60)}!`,
])('a pattern made to take for ever is done with in one pass: %#', (pattern) => {
  expect(matches(pattern, `${'a'.repeat(250)}/`.repeat(10))).toBe(false)
})

test('a pattern that is too long is refused in words', () => {
  expect(pathPattern('a'.repeat(PATTERN_CHARACTERS_MAX + 1))).toMatchObject({ ok: false })
})

/** All sequences of at most so many. */
const sequences = (tokens: readonly string[], length: number): readonly string[] =>
  length === 0 ? [''] : ['', ...tokens.flatMap((token) => sequences(tokens, length - 1).map((rest) => token + rest))]

test('beginning and end of a pattern decide nothing that a walk through it would decide otherwise', () => {
  const paths = sequences(['a', 'b', '/', '.'], 4).filter((path) => path !== '')
  for (const pattern of new Set(sequences(['a', '/', '*', '**', '?', '[ab]', '.'], 4))) {
    if (pattern === '') continue
    // As a choice of the same twice it neither begins nor ends with a text of its own.
    const walked = paths.filter((path) => matches(`{${pattern},${pattern}}`, path))
    expect([pattern, paths.filter((path) => matches(pattern, path))]).toEqual([pattern, walked])
  }
})

test.each([
  ['**/AGENTS.md', 'AGENTS.md'],
  ['**/src/a.ts', 'src/a.ts'],
  ['a/**/b.ts', 'a/b.ts'],
])('the folders that ** stands for may be none: %s matches %s', (pattern, path) => {
  expect(matches(pattern, path)).toBe(true)
})
