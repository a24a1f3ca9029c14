/** Each turn begins once, ends with exactly one terminal event, and nothing of it follows. */
import type { RolloutLine } from '../../rollout-item.ts'
import type { Breach } from './breach.ts'

export const checkTurns = (lines: readonly RolloutLine[], state: 'running' | 'at_rest'): Breach[] => {
  const breaches: Breach[] = []
  const begun = new Set<string>()
  const ended = new Set<string>()
  let running: string | null = null
  for (const line of lines) {
    const report = (message: string) => breaches.push({ law: 'L12', at: `line ${line.ordinal}`, message })
    const turn = turnOf(line)
    if (turn === null) continue
    const type = line.type === 'event_msg' ? line.payload.msg.type : line.type
    if (type === 'turn_started') {
      if (begun.has(turn)) report(`turn ${turn} begins twice`)
      if (running !== null) report(`turn ${turn} begins while ${running} runs`)
      begun.add(turn)
      running = turn
    } else if (type === 'turn_complete' || type === 'turn_aborted') {
      if (!begun.has(turn)) report(`turn ${turn} ends and never began`)
      if (ended.has(turn)) report(`turn ${turn} ends twice`)
      ended.add(turn)
      running = null
    } else if (ended.has(turn)) report(`${type} follows the end of its turn ${turn}`)
  }
  if (state === 'at_rest' && running !== null)
    breaches.push({ law: 'L12', at: 'end', message: `turn ${running} never ends` })
  return breaches
}

/** `null` for a line that belongs to no turn. */
const turnOf = (line: RolloutLine): string | null => {
  if (line.type === 'response_item') return line.payload.meta.turn_id ?? null
  if (line.type !== 'event_msg') return null
  const { msg } = line.payload
  return 'turn_id' in msg ? msg.turn_id : null
}
