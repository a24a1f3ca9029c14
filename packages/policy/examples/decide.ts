/** Three events of a turn, and the decision at its end. Run: node --conditions=@rawr/source examples/decide.ts */
import { boundariesOf, contextUsage, decide, effectivePolicy, emptySignals, explain, foldSignals } from '@rawr/policy'
import { CallId, DEFAULT_SETTINGS, type DecisionInputs, type EventMsg, TurnId } from '@rawr/protocol'

const turn_id = TurnId.parse('turn-1')

const ran = (script: string, exit_code: number): EventMsg => ({
  type: 'exec_command_end',
  call_id: CallId.parse('call-1'),
  turn_id,
  command: ['bash', '-lc', script],
  exit_code,
  timed_out: false,
  output: '',
  duration_ms: 12,
})

const events = [
  ran('echo "git commit"', 0),
  ran('git commit -m "Add a parser"', 1),
  ran('npm test && git commit -m x', 0),
]

let signals = emptySignals
for (const event of events) {
  signals = foldSignals(signals, event)
  console.log(signals.seen)
}

const { boundaries, semanticBreak } = boundariesOf(signals, {
  message: 'It is not finished yet.',
  phrases: {},
  endedTurn: { usedTools: true },
})
const inputs: DecisionInputs = {
  feature_on: true,
  mode: 'auto',
  at: 'turn_end',
  usage: contextUsage({ windowTokens: 60_000, usedTokens: 18_000, floorTokens: 3_000, source: 'reported' }),
  policy: effectivePolicy({ settings: DEFAULT_SETTINGS.rawr_auto_compaction }),
  boundaries,
  semantic_break: semanticBreak,
  tokens_since_rearm: null,
  breaker_open: false,
  busy: false,
  review_mode: false,
  model_available: true,
}
console.log(explain({ inputs, decision: decide(inputs) }))
