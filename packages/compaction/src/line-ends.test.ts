/** Words and tool output with the line ends of another system: the summary is the same, byte for byte. */
import type { HistoryItem } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appendItem, emptyHistory, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import { numbered, planInput } from './testing/items.ts'
import { session } from './testing/random-session.ts'

/** Every text of an item with `\r\n` for `\n`; the arguments of a call are JSON, in which a line end is two letters. */
const withCrlf = (item: HistoryItem): HistoryItem =>
  JSON.parse(JSON.stringify(item), (key, value) =>
    typeof value === 'string' && key !== 'arguments' ? value.replaceAll('\n', '\r\n') : value,
  )

it('CRLF and LF copies of one session give the same summary and the same figures', () => {
  fc.assert(
    fc.property(session({ turnsMax: 6 }), fc.integer({ min: 700, max: 3_000 }), (drafts, budget) => {
      const planned = (items: readonly HistoryItem[]) => {
        const history = items.reduce(appendItem, emptyHistory)
        const plan = planCompaction(
          planInput(history, Math.max(20_000, visibleTokens(history)), { options: { budget } }),
        )
        return plan.ok ? [plan.value.preview, plan.value.report] : [plan.error.reason]
      }
      const items = numbered(drafts)
      expect(planned(items.map(withCrlf))).toEqual(planned(items))
    }),
    { numRuns: 30 },
  )
})
