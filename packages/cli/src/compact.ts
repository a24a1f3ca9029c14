/** `rawr compact FILE`: what a compaction would leave of a recorded session. Reads, prints, writes nothing. */
import type { OfflineCompaction } from '@rawr/lab'
import { Strategy } from '@rawr/protocol'
import { defineCommand, pathFrom, refuse, type Surroundings, wholeNumber } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

const FORMS = ['report', 'text', 'json'] as const
type Form = (typeof FORMS)[number]

const ABOUT = `Compacts a session file of Codex, Claude Code, pi, OpenCode or Rawr as a live thread would be compacted, and prints what became of
it. The file is never changed and nothing is written, with --dry-run or without: it is there to say so.
A thread that runs is compacted from inside it.`

export const compact = defineCommand({
  usage: 'compact FILE [flags]',
  about: ABOUT,
  flags: {
    strategy: { type: 'string', value: 'NAME', help: `${Strategy.options.join(', ')}; default auto` },
    budget: { type: 'string', value: 'TOKENS', help: 'how much may be left' },
    until: { type: 'string', value: 'LINE', help: 'see only the records before this line of the file, counted from 1' },
    'context-window': { type: 'string', value: 'TOKENS', help: 'default: as recorded, else 200000' },
    emit: {
      type: 'string',
      value: 'FORM',
      help: 'report (default), text: the compacted context itself, json: its items beside the report',
    },
    json: { type: 'boolean', help: 'the report, or the error, as one JSON object' },
    'dry-run': { type: 'boolean', help: 'change nothing, as always here' },
  },
  operands: [1, 1],
  run: async ({ flags, operands: [file = ''], at }) => {
    const asked = read(flags)
    if ('message' in asked) return refuse(at, asked.message)
    const failed = (error: { readonly code: string; readonly message: string; readonly format?: string }): ExitCode => {
      if (flags.json !== true) return refuse(at, error.message)
      at.print(JSON.stringify({ error }))
      return EXIT.badInput
    }
    const { importFile, loadExactCount, offlineCompact } = await import('@rawr/lab')
    const session = await importFile(pathFrom(at, file), { until: asked.until })
    if (!session.ok) return failed(session.error)
    const count = asked.form === 'report' ? undefined : await loadExactCount()
    const compacted = offlineCompact({ session: session.value, count, ...asked })
    if (!compacted.ok) return failed(compacted.error)
    show({ compaction: compacted.value, form: asked.form, json: flags.json === true, at })
    return EXIT.done
  },
})

type Given = { readonly [Name in 'strategy' | 'budget' | 'until' | 'context-window' | 'emit']?: string }

type Asked = {
  readonly strategy: Strategy
  readonly form: Form
  readonly budget: number | undefined
  readonly until: number | undefined
  readonly contextWindow: number | undefined
}

const BUDGET_MIN = 1
const WINDOW_MIN = 1_000

const read = (flags: Given): Asked | { readonly message: string } => {
  const strategy = Strategy.safeParse(flags.strategy ?? 'auto')
  if (!strategy.success) return { message: `--strategy must be one of: ${Strategy.options.join(', ')}` }
  const form = FORMS.find((name) => name === (flags.emit ?? 'report'))
  if (form === undefined) return { message: `--emit must be one of: ${FORMS.join(', ')}` }
  const budget = wholeNumber('budget', flags.budget, BUDGET_MIN)
  if ('message' in budget) return budget
  const until = wholeNumber('until', flags.until, 1)
  if ('message' in until) return until
  const window = wholeNumber('context-window', flags['context-window'], WINDOW_MIN)
  if ('message' in window) return window
  return { strategy: strategy.data, form, budget: budget.value, until: until.value, contextWindow: window.value }
}

type Shown = {
  readonly compaction: OfflineCompaction
  readonly form: Form
  readonly json: boolean
  readonly at: Surroundings
}

const show = ({ compaction, form, json, at }: Shown): void => {
  const { report, text, items } = compaction
  if (form === 'text') at.print(json ? JSON.stringify({ ...report, text }) : text)
  else if (form === 'json') at.print(JSON.stringify({ ...report, items }))
  else if (json) at.print(JSON.stringify(report))
  else for (const line of reportLines(compaction)) at.print(line)
}

const reportLines = ({ report, line }: OfflineCompaction): readonly string[] => [
  `A session of ${report.format}: ${plural(report.items, 'item')}, compacted ${plural(report.compactions, 'time')} before.`,
  line,
  ...(report.reason === undefined ? [] : [report.reason]),
  ...(report.skipped_lines === 0
    ? []
    : [
        `Skipped ${plural(report.skipped_lines, 'unreadable line')}${report.torn_last_line ? ', the last one torn' : ''}.`,
      ]),
  ...(report.items_left_out + report.results_shortened === 0
    ? []
    : [
        `A very large file: ${plural(report.results_shortened, 'old result')} shortened, ${plural(report.items_left_out, 'oldest item')} left out.`,
      ]),
  'The file was not changed.',
]

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
