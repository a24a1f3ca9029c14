/** What follows an answer: its items enter the history, its calls are run, or the turn ends with a named outcome. */
import type { Step } from '@rawr/protocol'
import type { ItemDraft } from '../item-draft.ts'
import { closedCall, completeTurn, endTurn } from './ending.ts'
import { overflow, waitAndRetry } from './failure.ts'
import { said } from './said.ts'
import type { Turn, TurnEffect, TurnEvent, TurnState } from './state.ts'
import { openBatch } from './tools.ts'

type TurnStep = Step<TurnState, TurnEffect>
type Answered = Extract<TurnEvent, { type: 'answered' }>

/** Empty answers that are asked again before the turn gives up. */
const EMPTY_RETRIES_MAX = 1

export const afterAnswer = (turn: Turn, event: Answered): TurnStep => {
  const { answer } = event
  if (answer.stop === 'length' && answer.nearlyFull)
    return overflow(turn, 'The answer ended because the context is full.')
  if (
    answer.message === null &&
    answer.calls.length === 0 &&
    answer.stop !== 'length' &&
    answer.stop !== 'content_filter'
  )
    return afterNothing(turn, event)
  const next: Turn = {
    ...turn,
    failures: 0,
    pausesSet: 0,
    reached: true,
    offlineSince: null,
    empty: 0,
    overflowed: false,
    compacted: false,
    lastMessage: answer.message ?? turn.lastMessage,
  }
  if (answer.stop === 'length' || answer.stop === 'content_filter') return cutShort(next, event, answer.stop)
  const kept = keepAnswer(answer.items)
  return answer.calls.length === 0 ? completeTurn(next, event.at, ...kept) : openBatch(next, answer.calls, kept)
}

const keepAnswer = (items: readonly ItemDraft[]): readonly TurnEffect[] => [
  { type: 'append', items },
  ...items.flatMap(said).map((msg): TurnEffect => ({ type: 'emit', msg })),
  { type: 'report_usage' },
]

/** After real work an empty answer means "nothing to add"; before any, it is asked once more and then named. */
const afterNothing = (turn: Turn, event: Answered): TurnStep => {
  if (turn.empty < EMPTY_RETRIES_MAX) {
    const again = { message: 'The model gave an empty answer.', attempt: turn.empty + 1 }
    return waitAndRetry({ ...turn, empty: turn.empty + 1 }, { ...again, ...event })
  }
  if (turn.lastMessage !== null || turn.rounds > 1) return completeTurn(turn, event.at, { type: 'report_usage' })
  return endTurn(
    turn,
    { kind: 'aborted', reason: 'model_failed', message: `The model answered with nothing, ${turn.empty + 1} times.` },
    { type: 'report_usage' },
  )
}

const CUT_SHORT = {
  length: {
    reason: 'output_limit',
    message: 'The answer reached the model’s output limit and was cut off. Say "go on" to continue.',
  },
  content_filter: { reason: 'content_filter', message: 'The provider’s content filter stopped the answer.' },
} as const

/** Half a call is not run: its arguments may end in the middle. */
const cutShort = (turn: Turn, { answer }: Answered, stop: keyof typeof CUT_SHORT): TurnStep => {
  const closing = answer.calls.map((call) => closedCall(call, 'not run: the answer was cut off'))
  const kept = keepAnswer(answer.items)
  const close: readonly TurnEffect[] = closing.length === 0 ? [] : [{ type: 'append', items: closing }]
  return endTurn(turn, { kind: 'aborted', ...CUT_SHORT[stop] }, ...kept, ...close)
}
