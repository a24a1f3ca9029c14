/** What a thread says of itself when it is loaded again: damage of its log, and background commands that went with the last daemon. */
import type { RolloutItem } from '@rawr/protocol'
import { runningByLog } from '../adapters/tools/background/lost-commands.ts'
import type { OpenedLog } from '../ports/thread-log.ts'

/** Lines that could not be read are reported in the thread, once. */
export const damageReport = ({ lines, skipped }: OpenedLog): RolloutItem[] => {
  const told = new Set(lines.flatMap((line) => (line.type === 'event_msg' ? warningOf(line) : [])))
  const messages = skipped
    .map(({ line, reason }) => `Line ${line} of the log could not be read and is skipped: ${reason}`)
    .filter((message) => !told.has(message))
  return warnings(lines, messages)
}

/** Each loss once: what was begun again behind its report is another one. `offset`: events that are about to be logged before. */
export const lostReport = ({ lines }: Pick<OpenedLog, 'lines'>, offset: number): RolloutItem[] => {
  const messages = runningByLog(itemsOf(lines)).flatMap((name) => {
    const message = `The background command "${name}" was lost with the last daemon: it was ended, or goes on unwatched.`
    const toldAt = lines.findLastIndex((line) => line.type === 'event_msg' && warningOf(line).includes(message))
    return runningByLog(itemsOf(lines.slice(toldAt + 1))).includes(name) ? [message] : []
  })
  return warnings(lines, messages, offset)
}

const itemsOf = (lines: OpenedLog['lines']) =>
  lines.flatMap((line) => (line.type === 'response_item' ? [line.payload] : []))

const warningOf = ({ payload: { msg } }: Extract<OpenedLog['lines'][number], { type: 'event_msg' }>): string[] =>
  msg.type === 'warning' ? [msg.message] : []

const warnings = (lines: OpenedLog['lines'], messages: readonly string[], offset = 0): RolloutItem[] => {
  const seq = offset + (lines.findLast((line) => line.type === 'event_msg')?.payload.seq ?? 0)
  return messages.map((message, index) => ({
    type: 'event_msg',
    payload: { seq: seq + 1 + index, submission_id: null, msg: { type: 'warning', message } },
  }))
}
