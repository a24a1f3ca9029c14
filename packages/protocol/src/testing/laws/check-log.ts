/**
 * The basics of a thread's log: positions without holes, pairs, numbered events, one end for each turn, one end for each
 * accepted message (L12). A file that is still growing is judged more mildly than one at rest.
 */
import { isToolCall, isToolOutput } from '../../history-item.ts'
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'
import { checkMessages } from './messages.ts'
import type { LogState } from './recorded-thread.ts'
import { checkTurns } from './turns.ts'

export const checkLog = (lines: readonly RolloutLine[], state: LogState): Breach[] => [
  ...checkPositions(lines),
  ...checkItems(lines, state),
  ...checkSequence(lines),
  ...checkTurns(lines, state),
  ...checkMessages(lines, state),
]

const checkPositions = (lines: readonly RolloutLine[]): Breach[] => {
  const holes = lines.flatMap((line, index): Breach[] =>
    line.ordinal === index ? [] : [{ law: 'log', at: `line ${index}`, message: `has the ordinal ${line.ordinal}` }],
  )
  const first = lines[0]
  return first === undefined || first.type === 'session_meta'
    ? holes
    : [{ law: 'log', at: 'line 0', message: `a log begins with session_meta, not ${first.type}` }, ...holes]
}

const checkItems = (lines: readonly RolloutLine[], state: LogState): Breach[] => {
  const breaches: Breach[] = []
  const ids = new Set<string>()
  const open = new Map<string, number>()
  const called = new Set<string>()
  for (const line of lines) {
    if (line.type !== 'response_item') continue
    const item = line.payload
    const report = (message: string) => breaches.push({ law: 'L1', at: `line ${line.ordinal}`, message })
    if (ids.has(item.meta.id)) report(`item ${item.meta.id} is there twice`)
    ids.add(item.meta.id)
    if (isToolCall(item)) {
      if (called.has(item.call_id)) report(`call ${item.call_id} is there twice`)
      called.add(item.call_id)
      open.set(item.call_id, line.ordinal)
    }
    if (isToolOutput(item) && !open.delete(item.call_id))
      report(
        called.has(item.call_id)
          ? `call ${item.call_id} has two results`
          : `result ${item.call_id} has no call before it`,
      )
  }
  if (state === 'at_rest')
    for (const [id, ordinal] of open)
      breaches.push({ law: 'L1', at: `line ${ordinal}`, message: `call ${id} has no result` })
  return breaches
}

const checkSequence = (lines: readonly RolloutLine[]): Breach[] => {
  const events = lines.flatMap((line) => (line.type === 'event_msg' ? [line] : []))
  return events.flatMap(({ ordinal, payload }, index): Breach[] =>
    payload.seq === index + 1
      ? []
      : [
          {
            law: 'log',
            at: `line ${ordinal}`,
            message: `event ${payload.msg.type} has seq ${payload.seq}, expected ${index + 1}`,
          },
        ],
  )
}
