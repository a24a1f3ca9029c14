import { expect, test } from 'vitest'
import { breachesOf, told, viewOf } from '../testing/look.ts'
import { about, compact, context, withPast } from '../testing/reading-session.ts'

test('L8: interrupted before anything was written, the history is as it was, and nothing comes after the end', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  let reads = 0
  const readContext = async () => {
    reads += 1
    // Once when the thread begins, once when its turn does.
    if (reads > 2) await opened
    return context
  }
  const bench = await withPast(12, { readContext })
  const before = viewOf(bench.log.lines)
  await compact(bench, 'sb_c')
  await bench.submit('sb_stop', { type: 'interrupt' })
  expect((await bench.ended('sb_c')).msg).toMatchObject({ type: 'turn_aborted', reason: 'interrupted' })
  resolve()
  await bench.say('sb_b', 'Still all there?')
  await bench.ended('sb_b')
  expect(bench.model.requests.at(-1)?.items.slice(0, before.length)).toEqual(before)
  expect(told(bench, 'sb_c')).toEqual(['turn_started', 'compaction_started', 'compact_failed', 'turn_aborted'])
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('one that takes too long is given up and the messages behind it go on', async () => {
  let reads = 0
  const readContext = async () => {
    reads += 1
    return reads > 2 ? new Promise<never>(() => {}) : context
  }
  const bench = await withPast(12, { readContext })
  await compact(bench, 'sb_c')
  await bench.say('sb_b', 'Anybody there?')
  bench.clock.advance(300_000)
  await bench.until(({ id, msg }) => id === 'sb_b' && msg.type === 'user_message')
  await new Promise(setImmediate)
  bench.clock.advance(2_000)
  expect((await bench.ended('sb_b')).msg).toMatchObject({ type: 'turn_complete' })
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'interrupted',
  })
})

test('instructions that cannot be read again fail the compaction, not the history', async () => {
  let reads = 0
  const readContext = async () => {
    reads += 1
    if (reads > 1) throw new Error('EIO')
    return context
  }
  const bench = await withPast(12, { readContext })
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  expect(about(bench, 'sb_c').find(({ msg }) => msg.type === 'compact_failed')?.msg).toMatchObject({
    reason: 'rejected',
  })
})

test('a disk that refuses in the middle of it ends the session by name, with the history as it was', async () => {
  let refuses = false
  const onSync = async () => {
    if (refuses) throw new Error('no space left')
  }
  const bench = await withPast(12, { onSync })
  const before = viewOf(bench.log.lines)
  refuses = true
  expect(await compact(bench, 'sb_c')).toMatchObject({ type: 'rejected', code: 'internal' })
  expect((await bench.ended('sb_c')).msg).toMatchObject({ type: 'turn_aborted', reason: 'session_failed' })
  expect(told(bench, 'sb_c')).toEqual(['turn_started', 'compaction_started', 'compact_failed', 'error', 'turn_aborted'])
  expect(viewOf(bench.log.lines)).toEqual(before)
})
