import { NOT_CONFIRMED } from '@rawr/protocol'
import { expect, test } from 'vitest'
import { restoreSession } from '../engine/restore.ts'
import { sessionBench } from '../testing/index.ts'

test('a waiting message that the disk did not confirm leaves the queue, and is a new one when it is sent again', async () => {
  let disk: Promise<void> = Promise.resolve()
  const { promise: never } = Promise.withResolvers<void>()
  const bench = sessionBench({ script: [{ text: 'never', after: never }], onSync: () => disk })
  await bench.say('sb_a', 'Count the berths.')
  disk = Promise.reject(new Error('EIO'))
  disk.catch(() => {})
  expect(await bench.say('sb_b', 'And the tides.')).toMatchObject({
    type: 'rejected',
    code: 'internal',
    message: 'The disk did not take the message; it is not accepted.',
  })
  await bench.ended('sb_a')
  const { lines } = bench.log
  expect(lines.flatMap((line) => (line.type === 'queue' ? [line.payload] : [])).at(-1)).toEqual({
    change: 'dropped',
    submission_id: 'sb_b',
    reason: NOT_CONFIRMED,
  })
  const { waiting, submissions } = restoreSession(lines)
  expect([waiting.queue, [...submissions.keys()]]).toEqual([[], ['sb_a']])
})
