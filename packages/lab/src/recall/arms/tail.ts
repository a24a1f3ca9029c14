/** What a program without a summary keeps: the newest events, cleared ones, the user's words. The floor of every table. */
import type { CountTokens } from '../../probes/cut.ts'
import { isShown, labelOf, type SessionEvent } from '../../probes/normal-form.ts'
import { type CompactorInput, offline } from '../compactor.ts'
import { fitEnd } from '../fit.ts'

export const renderedLines = (events: readonly SessionEvent[]): readonly string[] =>
  events.filter(isShown).flatMap((event) => [labelOf(event), ...event.text.split('\n')])

export const tailText = (events: readonly SessionEvent[], budgetTokens: number, count: CountTokens): string =>
  fitEnd(renderedLines(events), budgetTokens, count).join('\n')

export const tail = offline('tail', ({ events, budgetTokens, count }) => ({
  text: tailText(events, budgetTokens, count),
}))

const RESULTS_KEPT = 10
const CLEARED = '[cleared]'

export const masked = (events: readonly SessionEvent[]): readonly SessionEvent[] => {
  const results = events.filter(({ kind }) => kind === 'result')
  const cleared = new Set(results.slice(0, -RESULTS_KEPT))
  return events.map((event) => (cleared.has(event) ? { ...event, text: CLEARED } : event))
}

export const maskingTail = offline('masking + tail', ({ events, budgetTokens, count }) => ({
  text: tailText(masked(events), budgetTokens, count),
}))

/** The limit Codex puts on the user's words. */
const USER_TOKENS_MAX = 20_000

const userLines = (events: readonly SessionEvent[], budgetTokens: number, count: CountTokens): readonly string[] =>
  fitEnd(renderedLines(events.filter(({ kind }) => kind === 'user')), Math.min(budgetTokens, USER_TOKENS_MAX), count)

export const usersOnly = offline('users only', ({ events, budgetTokens, count }) => ({
  text: userLines(events, budgetTokens, count).join('\n'),
}))

/** At most so much of the budget is the user's: the share whose figures are nearest to the published ones. The rest is the tail. */
const USER_SHARE = 0.25

export const usersTail = offline('users + tail', ({ events, budgetTokens, count }: CompactorInput) => {
  const users = userLines(events, budgetTokens * USER_SHARE, count).join('\n')
  return { text: [users, tailText(events, budgetTokens - count(users) - 1, count)].join('\n') }
})
