import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

test('a full disk keeps no session from ending: its log is closed, and who waits for it hears why', async () => {
  const bench = sessionBench({ script: [] })
  bench.log.append = () => {
    throw new Error('ENOSPC: the disk is full')
  }
  await expect(bench.session.close('shutdown')).rejects.toThrow('ENOSPC')
  expect(() => bench.log.append([])).toThrow()
})

test('also where something had to be told before', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  const bench = sessionBench({
    script: [{ text: 'never', after: never }],
    unjudged: 'the log takes no end of the turn',
  })
  await bench.say('sb_a', 'Count the berths.')
  expect(await bench.submit('sb_b', { type: 'compact' })).toMatchObject({ outcome: 'queued' })
  bench.log.append = () => {
    throw new Error('ENOSPC: the disk is full')
  }
  await expect(bench.session.close('shutdown')).rejects.toThrow('ENOSPC')
})
