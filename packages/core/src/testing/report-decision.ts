/** A decision to compact, by the real policy, as a watcher reports it before it acts: an automatic compaction names one (L17). */
import { decide, decisionInputs, emptyBreaker } from '@rawr/policy'
import { type CompactOptions, type ContextUsage, type DecisionRecord, RequestId } from '@rawr/protocol'
import { BENCH_SETTINGS, type OpenedSession } from './session-bench.ts'

/** The options of the compaction with the id of the decision that was reported for them. */
export const reportedFor = async (
  bench: OpenedSession,
  options: CompactOptions,
): Promise<CompactOptions & { decision_id?: RequestId }> => {
  if (options.trigger !== 'auto_watcher' && options.trigger !== 'agent_request') return options
  const shown = bench.events.flatMap(({ msg }) => (msg.type === 'token_count' ? [msg.usage] : [])).at(-1)
  if (shown === undefined) throw new Error('no figure was shown to decide from')
  const record = decisionFor(shown, options.trigger)
  const { id } = record
  await bench.submit(`sb_${id}`, { type: 'report_decision', record })
  return { ...options, decision_id: id }
}

/** By the real policy, from what was shown. */
export const decisionFor = (usage: ContextUsage, trigger: 'auto_watcher' | 'agent_request'): DecisionRecord => {
  const inputs = decisionInputs({
    at: 'turn_end',
    settings: BENCH_SETTINGS,
    usage,
    signals: { seen: ['commit'], completedSteps: 0, usedTools: true, turn: 'work' },
    lastAgentMessage: null,
    rearmFrom: null,
    breaker: emptyBreaker,
    busy: false,
    reviewMode: false,
    modelAvailable: true,
    agentRequest: trigger === 'agent_request',
  })
  const id = RequestId.parse(`rq_${trigger}`)
  return { id, at: 1, actor: 'watcher', inputs, decision: decide(inputs), count: 1, outcome: 'pending' }
}
