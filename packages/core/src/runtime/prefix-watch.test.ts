import { expect, test } from 'vitest'
import { memoryLogger } from '../testing/index.ts'
import { openPrefixWatch } from './prefix-watch.ts'

test('a break is counted and stands in the diagnostic log with its cause', () => {
  const logger = memoryLogger()
  const watch = openPrefixWatch(logger)
  const request = { model: 'alder', instructions: 'Be brief.', tools: [], items: [] }
  watch.sent(request, 0)
  watch.sent({ ...request, model: 'birch' }, 0)
  expect(watch.now()).toMatchObject({ requests: 2, breaks: 1 })
  expect(logger.entries).toEqual([expect.objectContaining({ event: 'prefix_broken' })])
})
