import { expect, it } from 'vitest'
import { globMatcher } from './glob.ts'

it.each([
  ['AGENTS.md', 'AGENTS.md', true],
  ['/home/ada/quay/AGENTS.md', 'AGENTS.md', true],
  ['/home/ada/quay/MYAGENTS.md', 'AGENTS.md', false],
  ['/home/ada/quay/src/moor/berth.ts', 'src/**', true],
  ['C:\\quay\\src\\berth.ts', 'src/*.ts', true],
  ['src/moor/berth.ts', 'src/*.ts', false],
  ['src/moor/berth.ts', './src/**/*.ts', true],
  ['src/berth.tsx', 'src/*.{ts,tsx}', true],
  ['src/berth.js', 'src/*.{ts,tsx}', false],
  ['src/a+b.ts', 'a+?.ts', true],
  ['src/a/?.ts', 'src/a/?.ts', true],
  ['app/[id]/page.tsx', 'app/[id]/*.tsx', true],
  ['app/i/page.tsx', 'app/[id]/*.tsx', false],
  ['docs/deep/a.md', 'docs/**.md', true],
  ['docs/a.md', 'docs/**.md', true],
  ['doc/a.md', 'docs/**.md', false],
  ['docs/deep/a.md', '**.md', true],
  ['src/x/y/a.ts', 'src/**/y/**', true],
  ['src/a.ts', 'src/**/a.ts', true],
  ['src/a.ts', '/src/{a}.ts', true],
  ['src/a{b.ts', 'src/a{b.ts', true],
  ['src/a(b)|c^$.ts', 'src/a(b)|c^$.ts', true],
  ['src', 'src/**', false],
])('%s matches %s: %s', (path, glob, expected) => {
  expect(globMatcher(glob)(path)).toBe(expected)
})

// As a regular expression each of them runs for longer than this test may take.
it.each([`${'*a'.repeat(60)}b`, `${'**/*a'.repeat(40)}!`, `${'**a'.repeat(30)}b`, '{*a,a*}'.repeat(60)])(
  'a glob made to take for ever is done with in one pass: %#',
  (glob) => {
    expect(globMatcher(glob)(`${'a'.repeat(250)}/`.repeat(10))).toBe(false)
  },
)

it('a glob that is too long matches nothing', () => {
  expect(globMatcher('a'.repeat(600))('a'.repeat(600))).toBe(false)
})
