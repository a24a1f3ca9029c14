import { DEFAULT_SETTINGS, type Settings } from '@rawr/protocol'
import { expect, test } from 'vitest'
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
