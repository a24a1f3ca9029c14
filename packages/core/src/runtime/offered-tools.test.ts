import { DEFAULT_SETTINGS, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { noSandbox } from '../adapters/sandbox/none.ts'
import { createToolRunner } from '../adapters/tools/create-tool-runner.ts'
import { memoryTools } from '../testing/memory-ports.ts'
import { offeredTools } from './offered-tools.ts'

const run = () => ({ output: '', success: true })
const tools = memoryTools({
  shell: { run },
  read: { run },
  grep: { run },
  apply_patch: { run },
  recall: { run },
  request_compaction: { run },
})
const offered = (change: Partial<Settings>) =>
  offeredTools({ tools, settings: { ...DEFAULT_SETTINGS, ...change } }).map(({ name }) => name)

test('a window of 8,000 tokens has all tools, a smaller one what work cannot go on without', () => {
  const all = ['shell', 'read', 'grep', 'apply_patch', 'recall', 'request_compaction']
  expect(offered({ model: { context_window: 8_000 } })).toEqual(all)
  expect(offered({ model: {} })).toEqual(all)
  expect(offered({ model: { context_window: 7_999 } })).toEqual(['shell', 'read', 'apply_patch', 'recall'])
})

test('no tool that a small window is offered names one that it is not', () => {
  const real = createToolRunner({ sandbox: noSandbox })
  const all = real.specs().map(({ name }) => name)
  const small = offeredTools({ tools: real, settings: { ...DEFAULT_SETTINGS, model: { context_window: 4_000 } } })
  const offeredNames = small.map(({ name }) => name)
  const others = all.filter((name) => !offeredNames.includes(name))
  const text = JSON.stringify(small)
  expect(others.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  expect(JSON.stringify(real.specs())).toContain('the tool `background`')
})
