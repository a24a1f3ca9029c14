import { expect, test } from 'vitest'
import { sessionBench } from '../testing/index.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('the same submission twice is one turn', async () => {
  const bench = sessionBench({ script: [{ text: 'once' }] })
  const both = await Promise.all([bench.say('sb_a', 'once, please'), bench.say('sb_a', 'once, please')])
  expect(both).toMatchObject([{ outcome: 'started' }, { outcome: 'duplicate' }])
  await bench.ended('sb_a')
  expect(await bench.say('sb_a', 'once, please')).toMatchObject({
    outcome: 'duplicate',
    from_seq: both[0].type === 'accepted' && both[0].from_seq,
  })
  expect(bench.model.requests).toHaveLength(1)
})

test('nobody is told accepted before the disk has it', async () => {
  const { opened, open } = gate()
  let disk: Promise<void> = Promise.resolve()
  const bench = sessionBench({ script: [{ text: 'kept' }], onSync: () => disk })
  await bench.until(({ msg }) => msg.type === 'session_configured')
  disk = opened
  let answer: unknown = 'none yet'
  const accepted = bench.say('sb_a', 'keep this').then((reply) => {
    answer = reply
  })
  await bench.ended('sb_a')
  expect(answer).toBe('none yet')
  open()
  await accepted
  expect(answer).toMatchObject({ type: 'accepted' })
})

test('a disk that refuses ends the session with named events, and the message is not accepted', async () => {
  let disk: Promise<void> = Promise.resolve()
  const { opened } = gate()
  const bench = sessionBench({ script: [{ text: 'never', after: opened }], onSync: () => disk })
  disk = Promise.reject(new Error('no space left'))
  disk.catch(() => {})
  expect(await bench.say('sb_a', 'keep this')).toMatchObject({ type: 'rejected', code: 'internal' })
  expect((await bench.ended('sb_a')).msg).toMatchObject({ type: 'turn_aborted', reason: 'session_failed' })
  expect(await bench.say('sb_b', 'still there?')).toMatchObject({ type: 'rejected' })
})
