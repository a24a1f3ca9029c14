import { expect, test } from 'vitest'
import { breachesOf, told, viewOf } from '../testing/look.ts'
import { compact, withPast } from '../testing/reading-session.ts'

test('a rollback behind a compaction leaves the view; one before it brings back what it stood for', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  await bench.say('sb_b', 'And now?')
  await bench.ended('sb_b')
  const compacted = viewOf(bench.log.lines).length
  await bench.submit('sb_r1', { type: 'thread_rollback', turns: 1 })
  expect(told(bench, 'sb_r1')).toEqual(['thread_rolled_back', 'token_count'])
  const origins = () => viewOf(bench.log.lines).map(({ meta }) => meta.origin)
  expect(origins()).toContain('summary')
  expect(origins().length).toBeLessThan(compacted)
  await bench.submit('sb_r2', { type: 'thread_rollback', turns: 1 })
  expect(new Set(origins())).toEqual(new Set(['context']))
  expect(breachesOf(bench.log.lines)).toEqual([])
})

test('the figures of an undo are those of the gauge before and after', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c')
  await bench.ended('sb_c')
  const gauge = () =>
    bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage.used_tokens] : [])).at(-1)
  const before = gauge()
  await bench.submit('sb_u', { type: 'uncompact' })
  const { msg } = await bench.until((event) => event.msg.type === 'compaction_undone')
  expect(msg).toMatchObject({ tokens_before: before })
  await bench.until((event) => event.id === 'sb_u' && event.msg.type === 'token_count')
  expect(msg).toMatchObject({ tokens_after: gauge() })
})
