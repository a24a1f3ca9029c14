/** Each line of a summary is a span of the past, or a fixed template around spans of it; none of ours is longer than 400 characters. */
import { textOfItem } from '@rawr/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allItems, visibleTokens } from './history/history.ts'
import { planCompaction } from './plan.ts'
import { historyWith, planInput } from './testing/items.ts'
import { session } from './testing/random-session.ts'

const TEMPLATE =
  /^(?:<\/?summary>|This conversation goes on|paths are under |plan: |changed: |open error|resolved: |earlier error: |finished: |ran: |read: |defines in |more |in failures: |beside failures: |refs: |agent last said: |user said)/

const QUOTE = /^(?:user: |agent: |\+ |> )?/

const spansOf = (line: string): readonly string[] =>
  line
    .replace(/ \[i[0-9a-z]+(?: i[0-9a-z]+| …)*\]$/, '')
    .replace(/ → failed$/, '')
    .replace(QUOTE, '')
    .split(' ¦ ')

it('holds over random sessions', () => {
  let lines = 0
  fc.assert(
    fc.property(session({ turnsMax: 12 }), (drafts) => {
      const history = historyWith(drafts)
      const plan = planCompaction(planInput(history, visibleTokens(history), { options: { budget: 1_500 } }))
      if (!plan.ok) return
      const past = allItems(history).map(textOfItem).join('\n').replaceAll(/\s+/g, ' ')
      const isSpan = (text: string): boolean => {
        const bare = text.replace(/^[\w./-]+: /, '').replace(/^(?:\$|read|edit|create|delete) /, '')
        return [text, bare].some((span) => past.includes(span.replaceAll('&lt;', '<').replaceAll(/\s+/g, ' ').trim()))
      }
      const all = plan.value.preview.split('\n')
      const good = all.filter((line) => TEMPLATE.test(line) || spansOf(line).every(isSpan))
      lines += all.length
      expect(all.every((line) => line.length <= 400)).toBe(true)
      expect(good.length).toBeGreaterThanOrEqual(all.length * 0.9)
    }),
    { numRuns: 12 },
  )
  expect(lines).toBeGreaterThan(60)
})
