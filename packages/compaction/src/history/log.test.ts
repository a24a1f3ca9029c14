/** Random lives of a thread: append, compact, undo, redo, roll back; judged by the second reading of the log (L1, L7, L8). */

import { FENCE_TAGS } from '@rawr/prompts'
import { CompactionId, type HistoryItem, type RolloutLine } from '@rawr/protocol'
import { breachText, checkReplay, checkThread } from '@rawr/protocol/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planCompaction } from '../plan.ts'
import { id, idsFrom, line, numbered, planInput } from '../testing/items.ts'
import { session } from '../testing/random-session.ts'
import { redoCompaction, undoCompaction } from '../view/undo.ts'
import {
  applyLine,
  emptyHistory,
  type History,
  historyFromLines,
  itemCount,
  visibleItems,
  visibleTokens,
} from './history.ts'

type Act = 'compact' | 'undo' | 'redo' | 'rollback'

const lives = fc.array(
  fc.tuple(session({ turnsMax: 4 }), fc.constantFrom<Act>('compact', 'compact', 'undo', 'redo', 'rollback')),
  { minLength: 1, maxLength: 6 },
)

/** Ids that no other stretch has, also of calls. */
const stretch = (items: readonly HistoryItem[], number: number): readonly HistoryItem[] =>
  items.map((item) => {
    const meta = { ...item.meta, id: id(`n${number}${item.meta.id}`) }
    const renamed = 'call_id' in item ? { ...item, call_id: `n${number}${item.call_id}` } : item
    // A call id is a string like any other until it is branded; the shapes are those of `item`.
    return { ...renamed, meta } as HistoryItem
  })

const lineOf = (act: Act, history: History, number: number): RolloutLine | null => {
  switch (act) {
    case 'compact': {
      const changes = {
        options: { budget: 1_200 },
        compactionId: CompactionId.parse(`c${number}`),
        itemIds: idsFrom(`s${number}_`),
      }
      const plan = planCompaction(planInput(history, visibleTokens(history), changes))
      return plan.ok ? line({ type: 'compacted', payload: plan.value.entry }) : null
    }
    case 'undo': {
      const undo = undoCompaction(history)
      return undo.ok ? line({ type: 'undo', payload: { compacted_id: undo.value } }) : null
    }
    case 'redo': {
      const redo = redoCompaction(history)
      return redo.ok ? line({ type: 'redo', payload: { compacted_id: redo.value } }) : null
    }
    case 'rollback':
      return line({ type: 'rollback', payload: { turns: 1 } })
  }
}

describe('a log of any life', () => {
  it('gives on reload what the running session saw, in every moment', () => {
    let compacted = 0
    fc.assert(
      fc.property(lives, (life) => {
        let history = emptyHistory
        const lines: RolloutLine[] = []
        const write = (next: RolloutLine): void => {
          lines.push(next)
          history = applyLine(history, next)
        }
        life.forEach(([drafts, act], number) => {
          for (const payload of stretch(numbered(drafts), number)) write(line({ type: 'response_item', payload }))
          const next = lineOf(act, history, number)
          if (next !== null) write(next)
          if (next?.type === 'compacted') compacted += 1
          expect(checkReplay(lines, visibleItems(history))).toEqual([])
        })
        const numberedLines = lines.map((given, ordinal) => ({ ...given, ordinal }))
        const judged = checkThread({ lines: numberedLines, state: 'running', fenceTags: FENCE_TAGS })
        // These lives have no beginning of a file, and their calls may stay open.
        expect(judged.filter(({ law }) => law !== 'log' && law !== 'L1').map(breachText)).toEqual([])
        const reloaded = historyFromLines(JSON.parse(JSON.stringify(lines)))
        expect(JSON.stringify(visibleItems(reloaded))).toBe(JSON.stringify(visibleItems(history)))
        expect([itemCount(reloaded), visibleTokens(reloaded)]).toEqual([itemCount(history), visibleTokens(history)])
      }),
      { numRuns: 60 },
    )
    expect(compacted).toBeGreaterThan(20)
  })
})
