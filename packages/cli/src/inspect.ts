/** `rawr inspect FILE`: what fills the context of a recorded session. Reads, prints, writes nothing. */
import type { Inspection } from '@rawr/lab'
import { defineCommand, pathFrom, refuse, wholeNumber } from './command.ts'
import { EXIT } from './exit-codes.ts'

export const inspect = defineCommand({
  usage: 'inspect FILE [flags]',
  about:
    'Shows what fills the context at the end of a session of Codex, Claude Code, pi, OpenCode or Rawr. Nothing is written.',
  flags: {
    until: { type: 'string', value: 'LINE', help: 'see only the records before this line of the file, counted from 1' },
    'context-window': { type: 'string', value: 'TOKENS', help: 'default: as recorded, else 200000' },
    json: { type: 'boolean', help: 'as one JSON object' },
  },
  operands: [1, 1],
  run: async ({ flags, operands: [file = ''], at }) => {
    const until = wholeNumber('until', flags.until, 1)
    if ('message' in until) return refuse(at, until.message)
    const window = wholeNumber('context-window', flags['context-window'], 1_000)
    if ('message' in window) return refuse(at, window.message)
    const { importFile, inspectSession } = await import('@rawr/lab')
    const session = await importFile(pathFrom(at, file), { until: until.value })
    if (!session.ok) {
      if (flags.json !== true) return refuse(at, session.error.message)
      at.print(JSON.stringify({ error: session.error }))
      return EXIT.badInput
    }
    const inspection = inspectSession(session.value, window.value)
    if (flags.json === true) at.print(JSON.stringify(inspection))
    else for (const line of inspectionLines(inspection)) at.print(line)
    return EXIT.done
  },
})

const inspectionLines = (inspection: Inspection): readonly string[] => {
  const { used_tokens, used_from, floor_tokens, window, percent_remaining } = inspection
  const mark = used_from === 'divisors' ? '~' : ''
  return [
    `A session of ${inspection.format}: ${grouped(inspection.items_visible)} of ${grouped(inspection.items)} items in view, ${grouped(inspection.compactions)} compactions.`,
    `${mark}${grouped(used_tokens)} of ${grouped(window)} tokens used, ${percent_remaining} % left; ~${grouped(floor_tokens)} of them are not in the file.`,
    '',
    ...inspection.by_kind.map(({ kind, items, tokens }) => row(`~${grouped(tokens)}`, `${kind} (${grouped(items)})`)),
    '',
    ...inspection.largest.map(({ id, line, kind, tokens }) =>
      row(`~${grouped(tokens)}`, `${kind}, ${id}${line === undefined ? '' : `, line ${line}`}`),
    ),
  ]
}

const TOKENS_WIDTH = 12

const row = (tokens: string, what: string): string => `${tokens.padStart(TOKENS_WIDTH)}  ${what}`

const grouped = (count: number): string => count.toLocaleString('en-US')
