/** Records for the tests of this package, decided by the real policy over a window of 100,000 tokens. */
import { contextUsage, decide, effectivePolicy } from '@rawr/policy'
import {
  type Boundary,
  DEFAULT_SETTINGS,
  type DecisionInputs,
  type DecisionRecord,
  RequestId,
  TurnId,
} from '@rawr/protocol'

export const inputsAt = (usedTokens: number, boundaries: readonly Boundary[]): DecisionInputs => ({
  feature_on: true,
  mode: 'auto',
  at: 'turn_end',
  usage: contextUsage({ windowTokens: 100_000, usedTokens, floorTokens: 2_000, source: 'divisors' }),
  policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
  boundaries: [...boundaries],
  semantic_break: false,
  tokens_since_rearm: null,
  breaker_open: false,
  busy: false,
  review_mode: false,
  model_available: true,
})

export const recordOf = (id: string, inputs: DecisionInputs): DecisionRecord => {
  const decision = decide(inputs)
  return {
    id: RequestId.parse(id),
    at: 1_000,
    actor: 'watcher',
    turn_id: TurnId.parse('t1'),
    inputs,
    decision,
    count: 1,
    outcome: decision.kind === 'leave' ? 'left' : 'pending',
  }
}

/** Under pressure, at no boundary. */
export const leaveAt = (id: string, usedTokens: number): DecisionRecord => recordOf(id, inputsAt(usedTokens, []))
