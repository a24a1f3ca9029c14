import { expect, test } from 'vitest'
import * as on from '../testing/screens.ts'

test('TUI-11: each compaction leaves one lasting mark with its sizes, and they are counted', () => {
  const screen = on.openScreen({ columns: 120, rows: 24 })
  for (let round = 0; round < 3; round += 1) screen.see(on.started, on.compacting, on.compacted, on.completed)
  expect(screen.printed().filter(({ kind }) => kind === 'mark')).toMatchObject([
    { number: 1 },
    { number: 2 },
    { number: 3 },
  ])
  expect(screen.frame()).toContain('3◆')
  expect(screen.whole().match(/Compaction \d: ~42k → ~11k tokens/g)).toHaveLength(3)
})

test('a compaction that fails leaves no mark, and says that nothing changed', () => {
  const screen = on.openScreen().see(on.compacting, {
    type: 'compact_failed',
    reason: 'api_error',
    error_message: 'It would free 2 %.',
    ...(on.compacting.type === 'compaction_started' && { compaction_id: on.compacting.compaction_id }),
  })
  expect(screen.state()).toMatchObject({ live: [], marks: [] })
  expect(screen.printed().at(-1)).toMatchObject({
    text: 'Compaction failed (api error); the conversation is as it was. It would free 2 %.',
  })
})

test('where there is nothing to gain nothing failed, and it is said quietly', () => {
  const screen = on
    .openScreen()
    .see(on.started, on.compacting, { type: 'compact_failed', compaction_id: on.compactionId, reason: 'no_gain' })
  expect(screen.state()).toMatchObject({ live: [], marks: [] })
  expect(screen.printed().at(-1)).toMatchObject({
    tone: 'quiet',
    text: expect.stringContaining('Nothing was compacted.'),
  })
})
