import { expect, it } from 'vitest'
import { matchesGlob } from './glob.ts'

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
])('%s matches %s: %s', (path, glob, expected) => {
  expect(matchesGlob(path, glob)).toBe(expected)
})
