import { expect, test } from 'vitest'
import { noSandbox } from '../adapters/sandbox/none.ts'
import { createToolRunner } from '../adapters/tools/create-tool-runner.ts'
import { ESSENTIAL_TOOLS, isSmallWindow } from './small-window.ts'

test('a window is small below 8,000 tokens', () => {
  expect([4_000, 7_999, 8_000, 200_000].map(isSmallWindow)).toEqual([true, true, false, false])
})

test('each tool that work cannot go on without is there', () => {
  const names = createToolRunner({ sandbox: noSandbox })
    .specs()
    .map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...ESSENTIAL_TOOLS]))
})
