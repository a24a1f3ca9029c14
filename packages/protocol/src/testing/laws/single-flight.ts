/**
 * L9: at most one compaction in flight; who asks meanwhile joins one that really flies; the view is written at a legal cut,
 * where no call waits for its result.
 */
import { isToolCall, isToolOutput } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import type { Answered, LogState } from './recorded-thread.ts'

export const checkSingleFlight = (
  lines: readonly RolloutLine[],
  answers: readonly Answered[] = [],
  state: LogState = 'at_rest',
): Breach[] => {
  const breaches: Breach[] = []
  const openCalls = new Set<string>()
  const seen = new Set<string>()
  const isTold = lines.some((line) => line.type === 'event_msg' && line.payload.msg.type === 'compaction_started')
  let flying: string | null = null
  for (const [index, line] of lines.entries()) {
    const report = (message: string) => breaches.push(breach(`line ${index}`, message))
    if (line.type === 'response_item' && isToolCall(line.payload)) openCalls.add(line.payload.call_id)
    if (line.type === 'response_item' && isToolOutput(line.payload)) openCalls.delete(line.payload.call_id)
    if (line.type === 'compacted' && isTold) {
      const { id } = line.payload
      if (flying !== id) report(`compaction ${id} is written while ${flying ?? 'none'} is in flight`)
      if (openCalls.size > 0) report(`compaction ${id} is written while call ${[...openCalls][0]} has no result`)
    }
    if (line.type !== 'event_msg') continue
    const { msg } = line.payload
    if (msg.type === 'compaction_started') {
      if (flying !== null) report(`compaction ${msg.compaction_id} begins while ${flying} is in flight`)
      if (seen.has(msg.compaction_id)) report(`compaction ${msg.compaction_id} begins twice`)
      seen.add(msg.compaction_id)
      flying = msg.compaction_id
    }
    if (msg.type === 'context_compacted' || (msg.type === 'compact_failed' && msg.compaction_id !== undefined)) {
      if (flying !== msg.compaction_id) report(`compaction ${msg.compaction_id} ends and is not in flight`)
      flying = null
    }
  }
  return [...breaches, ...checkJoined(lines, answers, state)]
}

/** Whoever joined was told whose compaction it is, and there is one with an outcome; one that waits has its own. */
const checkJoined = (lines: readonly RolloutLine[], answers: readonly Answered[], state: LogState): Breach[] => {
  const asked = new Set(
    lines.flatMap((line) =>
      line.type === 'event_msg' && line.payload.submission_id !== null ? [line.payload.submission_id] : [],
    ),
  )
  return answers.flatMap(({ op, reply }): Breach[] => {
    if (reply.type !== 'accepted') return []
    const at = `answer ${reply.id}`
    if (reply.outcome === 'queued' && op.type === 'compact' && state === 'at_rest' && !asked.has(reply.id))
      return [breach(at, 'it waits for a turn, and the log knows neither its beginning nor its end')]
    if (reply.outcome !== 'joined') return []
    if (op.type !== 'compact') return [breach(at, `a ${op.type} joins a compaction`)]
    return reply.joined === undefined || asked.has(reply.joined)
      ? []
      : [breach(at, `it joins the compaction of ${reply.joined}, which the log does not know`)]
  })
}

const breach = (at: string, message: string): Breach => ({ law: 'L9', at, message })
