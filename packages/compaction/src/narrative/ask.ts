/** The question to a model that condenses a history: our facts of it go along as orientation. */
import { type CondenseRequest, condenseRequest } from '@rawr/prompts'
import type { Tokens } from '@rawr/protocol'
import { fillState, stateSections } from '../extract/state.ts'
import { renderLine } from '../extract/summary-line.ts'
import { activeCompaction, type History } from '../history/history.ts'
import { ledgerOf } from '../ledger/ledger.ts'

/** Tokens of facts that go along. */
const STATE_TOKENS: Tokens = 1_500

export const askNarrative = (history: History, request: Omit<CondenseRequest, 'state' | 'earlier'>): string => {
  const sections = stateSections(ledgerOf(history), { isFolded: true })
  const state = fillState(sections, STATE_TOKENS).map(renderLine).join('\n')
  return condenseRequest({ ...request, state, earlier: activeCompaction(history)?.entry.narrative?.join('\n') })
}
