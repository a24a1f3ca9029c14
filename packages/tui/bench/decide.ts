// `pnpm bench decide`: what one answer of the policy costs, and what the watcher adds to the end of a turn, beside the
// decoding of the event that ends it. A figure of a loaded machine says little; the two stand in one run.
import { contextUsage, decide, decisionInputs, emptyBreaker } from '@rawr/policy'
import {
  DEFAULT_SETTINGS,
  type DecisionInputs,
  type Event,
  type EventMsg,
  ItemId,
  RequestId,
  SequenceId,
  SubmissionId,
  ThreadId,
  TurnId,
} from '@rawr/protocol'
import { createWatcher } from '../src/watcher/index.ts'

const DECISIONS = 200_000
const TURNS = 2_000
const DECIDE_US_MAX = 20
const TURN_END_MS_MAX = 1

const thread_id = ThreadId.parse('th_bench')
const turn_id = TurnId.parse('tn_1')
const id = SubmissionId.parse('sb_1')
const event = (msg: EventMsg): Event => ({ type: 'event', thread_id, id, msg })
const usageAt = (usedTokens: number) =>
  contextUsage({ windowTokens: 200_000, usedTokens, floorTokens: 6_000, source: 'reported' })

/** One of each way through: no tier, no boundary, plan gate, compaction, emergency. */
const inputs: readonly DecisionInputs[] = [
  { used: 10_000, seen: [] as const },
  { used: 60_000, seen: [] as const },
  { used: 40_000, seen: ['plan_update'] as const },
  { used: 80_000, seen: ['commit'] as const },
  { used: 170_000, seen: [] as const },
].map(({ used, seen }) =>
  decisionInputs({
    at: 'turn_end',
    settings: DEFAULT_SETTINGS,
    usage: usageAt(used),
    signals: { seen, completedSteps: 0, usedTools: true, turn: 'work' },
    lastAgentMessage: 'The parser reads the new form. The tests pass.',
    rearmFrom: null,
    breaker: emptyBreaker,
    busy: false,
    reviewMode: false,
    modelAvailable: true,
  }),
)

const decideMicros = (): number => {
  let acted = 0
  const run = (times: number): void => {
    for (let at = 0; at < times; at += 1) {
      const each = inputs[at % inputs.length]
      if (each !== undefined && decide(each).kind !== 'leave') acted += 1
    }
  }
  run(DECISIONS / 10)
  const began = performance.now()
  run(DECISIONS)
  const micros = ((performance.now() - began) * 1_000) / DECISIONS
  if (acted === 0) throw new Error('nothing was ever decided')
  return micros
}

const turn = (text: string): readonly EventMsg[] => [
  { type: 'turn_started', turn_id, origin: 'user' },
  { type: 'user_message', item_id: ItemId.parse('i1'), submission_id: id, text: 'Go on', origin: 'user' },
  { type: 'agent_message', item_id: ItemId.parse('i2'), text },
  { type: 'token_count', usage: usageAt(60_000), total: NO_TOKENS },
]
const NO_TOKENS = {
  input_tokens: 0,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
}

/** Long last words: they are what is read for phrases. */
const WORDS = 'I looked at the parser and at what calls it. '.repeat(80)

const turnEndMillis = (): { readonly watcher: number; readonly decoding: number } => {
  let count = 0
  const fresh = (): string => {
    count += 1
    return `x${count}`
  }
  const watcher = createWatcher({
    submit: async () => ({ type: 'accepted', id, outcome: 'started', from_seq: 0 }),
    now: () => 0,
    ids: {
      submission: () => SubmissionId.parse(fresh()),
      request: () => RequestId.parse(fresh()),
      sequence: () => SequenceId.parse(fresh()),
    },
    host: 'interactive',
    settings: DEFAULT_SETTINGS,
  })
  const end = event({ type: 'turn_complete', turn_id, last_agent_message: WORDS, duration_ms: 1 })
  const line = JSON.stringify(end)
  let [ends, decoding] = [0, 0]
  for (let at = 0; at < TURNS; at += 1) {
    for (const msg of turn(WORDS)) watcher.onEvent(event(msg))
    const began = performance.now()
    watcher.onEvent(end)
    const ended = performance.now()
    JSON.parse(line)
    ends += ended - began
    decoding += performance.now() - ended
  }
  return { watcher: ends / TURNS, decoding: decoding / TURNS }
}

export const bench = async (): Promise<void> => {
  const micros = decideMicros()
  const { watcher, decoding } = turnEndMillis()
  const rows = [
    `decide()                 ${micros.toFixed(2)} µs   (n ${DECISIONS}, goal < ${DECIDE_US_MAX} µs)`,
    `watcher, end of a turn   ${watcher.toFixed(4)} ms   (n ${TURNS}, goal < ${TURN_END_MS_MAX} ms)`,
    `decoding that event      ${decoding.toFixed(4)} ms   (n ${TURNS})`,
  ]
  process.stdout.write(`${rows.join('\n')}\n`)
  if (micros >= DECIDE_US_MAX || watcher >= TURN_END_MS_MAX) process.exitCode = 1
}
