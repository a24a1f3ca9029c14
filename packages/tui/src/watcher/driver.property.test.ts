import fc from 'fast-check'
import { test } from 'vitest'
import { committed, compaction_id, compacts, configured, counted, openThread, turn } from './testing/open-thread.ts'

test('never two compactions without growth between them, over random threads', () => {
  const step = fc.record({ used: fc.integer({ min: 1_000, max: 90_000 }), commits: fc.boolean(), fails: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const thread = openThread()
      thread.see(configured())
      let attemptedAt: number | null = null
      for (const { used, commits, fails } of steps) {
        const before = thread.opsOf('compact').length
        turn(thread, [...(commits ? [committed] : []), counted(used)])
        if (thread.opsOf('compact').length === before) continue
        if (attemptedAt !== null && used < attemptedAt + 2_000) return false
        const after = fails ? used : Math.floor(used / 3)
        if (fails) {
          const id = thread.lastCompact()
          thread.see(
            {
              type: 'compaction_started',
              compaction_id,
              trigger: 'auto_watcher',
              strategy: 'auto',
              tokens_before: used,
            },
            id,
          )
          thread.see({ type: 'compact_failed', compaction_id, reason: 'rejected' }, id)
        } else compacts(thread, used, after)
        if (thread.watcher.state().name !== 'idle') return false
        attemptedAt = Math.min(used, after)
      }
      return thread.opsOf('hold_input').length === thread.opsOf('release_input').length
    }),
    { numRuns: 300 },
  )
})
