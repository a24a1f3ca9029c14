import { expect, it } from 'vitest'
import { compact, windowOf, withPast } from '../testing/reading-session.ts'

it('an undo names the newest in force, and is refused with both figures where the originals do not fit', async () => {
  const bench = await withPast(12, { settings: windowOf(24_000) })
  const entries = bench.log.lines.filter(({ type }) => type === 'compacted')
  expect(entries.length).toBeGreaterThan(0)
  expect(await bench.submit('sb_u', { type: 'uncompact' })).toMatchObject({
    type: 'rejected',
    code: 'undo_too_large',
    message: expect.stringMatching(/about \d+ tokens and the model holds 24000/),
  })
})

it('nothing is restored from an archive that no compaction names', async () => {
  const bench = await withPast(12)
  await compact(bench, 'sb_c', { strategy: 'extractive' })
  await bench.ended('sb_c')
  expect(await bench.submit('sb_r', { type: 'history_restore', archive: '20260314T090000000Z' })).toMatchObject({
    type: 'rejected',
    code: 'nothing_to_undo',
    path: ['op', 'archive'],
  })
})
