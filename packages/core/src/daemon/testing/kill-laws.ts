/** What must hold after a daemon was killed, however often and wherever (L1, L12): read from the wire, the log and the disk. */
import { isDeepStrictEqual } from 'node:util'
import { breachesIn } from '../../testing/judged-home.ts'
import { CALLS_PER_TASK, endsOf, type KillReport } from './kill-bench.ts'

type Line = { readonly type: string; readonly ordinal: number; readonly payload: Record<string, unknown> }

/** One sentence for each law that is broken. */
export const breachesOf = (report: KillReport): string[] => {
  const { accepted, events, marks, gaps } = report
  const lines = readLines(report.log)
  const ends = endsOf(events)
  const said = events.flatMap(({ msg }) => (msg.type === 'user_message' ? [String(msg.submission_id)] : []))
  const calls = idsOf(lines, 'function_call')
  const completed = events.filter(({ msg }) => msg.type === 'turn_complete').length
  const breaches: [boolean, string][] = [
    [
      gaps === 0 &&
        isCounted(
          events.map(({ seq }) => seq),
          1,
        ),
      'the client did not see one unbroken line of events',
    ],
    [
      accepted.every((id) => ends.get(id)?.length === 1),
      `a message did not come to one end: ${JSON.stringify([...ends])}`,
    ],
    [
      isDeepStrictEqual(said.toSorted(), [...accepted].toSorted()),
      `messages in the history: ${said}; accepted: ${accepted}`,
    ],
    [new Set(marks).size === marks.length, `a call ran twice: ${marks}`],
    [marks.length >= completed * CALLS_PER_TASK, `${completed} turns completed, yet only these calls ran: ${marks}`],
    [
      isCounted(
        lines.map(({ ordinal }) => ordinal),
        0,
      ),
      'ordinals of the log have a hole',
    ],
    [new Set(calls).size === calls.length, `a call is in the log twice: ${calls}`],
    [isDeepStrictEqual(idsOf(lines, 'function_call_output'), calls), 'not each call has its one result behind it'],
  ]
  return [...breaches.flatMap(([holds, breach]) => (holds ? [] : [breach])), ...breachesIn(report.home)]
}

const isCounted = (numbers: readonly (number | undefined)[], first: number): boolean =>
  numbers.every((number, index) => number === first + index)

/** Lines torn by a kill are closed off and skipped. */
const readLines = (log: string): Line[] =>
  log.split('\n').flatMap((text) => {
    try {
      return [JSON.parse(text) as Line]
    } catch {
      return []
    }
  })

const idsOf = (lines: readonly Line[], type: string): unknown[] =>
  lines.flatMap(({ type: line, payload }) =>
    line === 'response_item' && payload.type === type ? [payload.call_id] : [],
  )
