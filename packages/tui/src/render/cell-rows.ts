/** A finished cell as it goes to the scrollback: once, at the width of that moment, with an empty row in front. */
import { assertNever, type CompactionReport } from '@rawr/protocol'
import type { Cell, NoticeTone, TableRow } from '../store/cell.ts'
import { pathsText, secondsText, tokensText } from '../store/figures.ts'
import { cleanLine, cleanText } from '../text/clean.ts'
import { diffTone } from '../text/highlight.ts'
import { renderMarkdown } from '../text/markdown.ts'
import { type Row, row, type Span, span, type Tone } from '../text/row.ts'
import { fitText, textWidth } from '../text/width.ts'
import { fitRow, wrapRow, wrapText } from '../text/wrap.ts'

export type Page = { readonly columns: number; readonly reasoningOpen: boolean }

const EMPTY: Row = []

export const cellRows = (cell: Cell, page: Page): Row[] => {
  // A message that goes on needs no gap: the cut fell where its own text has one.
  const goesOn = cell.kind === 'agent' && !cell.isFirst
  return goesOn ? bodyRows(cell, page) : [EMPTY, ...bodyRows(cell, page)]
}

const bodyRows = (cell: Cell, page: Page): Row[] => {
  const { columns } = page
  switch (cell.kind) {
    case 'thread':
      return threadRows(cell, columns)
    case 'user':
      return userRows(cell, columns)
    case 'agent':
      return agentRows(cell, columns)
    case 'reasoning':
      return reasoningRows(cell.text, page)
    case 'exec':
      return execRows(cell, columns)
    case 'tool':
      return toolRows(cell, columns)
    case 'patch':
      return patchRows(cell, columns)
    case 'plan':
      return planRows(cell, columns)
    case 'approval':
      return wrapRow([span(APPROVED[cell.decision]), span(cleanLine(cell.command), 'code')], {
        columns,
        first: mark('·', 'dim'),
      })
    case 'mark':
      return markRows(cell, columns)
    case 'notice':
      return noticeRows(cell, columns)
    case 'opened':
      return openedRows(cell, columns)
    case 'table':
      return tableRows(cell, columns)
    default:
      return assertNever(cell)
  }
}

type Kind<Name extends Cell['kind']> = Extract<Cell, { kind: Name }>

export const mark = (sign: string, tone: Tone): Row => [span(`${sign} `, tone)]

const APPROVED: Readonly<Record<Kind<'approval'>['decision'], string>> = {
  approved: 'Allowed once: ',
  approved_for_session: 'Allowed for this session: ',
  denied: 'Not allowed: ',
  abort: 'Not allowed, turn stopped: ',
}

const threadRows = ({ model, cwd, threadId, resumed }: Kind<'thread'>, columns: number): Row[] => [
  fitRow(
    [
      span('rawr ', 'heading'),
      span(model === null ? 'no model' : cleanLine(model), 'bold'),
      span(` in ${cleanLine(cwd)}`),
    ],
    columns,
  ),
  fitRow(
    [span(`${resumed ? 'resumed' : 'new'} thread ${cleanLine(threadId)} · /help shows commands and keys`, 'dim')],
    columns,
  ),
]

const USER_LINES_MAX = 40

const userRows = ({ text, origin }: Kind<'user'>, columns: number): Row[] => {
  if (origin !== 'user') return wrapText(`${ORIGINS[origin]}`, 'dim', { columns, first: mark('·', 'dim') })
  const { shown, more } = head(cleanText(text).split('\n'), USER_LINES_MAX)
  return [...wrapText(shown.join('\n'), 'user', { columns, first: mark('›', 'accent') }), ...moreRow(more)]
}

const ORIGINS: Readonly<Record<Exclude<Kind<'user'>['origin'], 'user'>, string>> = {
  continuation: 'The agent goes on with the open steps of its plan.',
  packet_prompt: 'The watcher asks the agent for a packet: what must survive the compaction.',
  review: 'The agent is asked for a review.',
  scratch_prompt: 'The watcher asks the agent to write its scratch file.',
}

const agentRows = ({ text, isFirst, fence }: Kind<'agent'>, columns: number): Row[] =>
  indented(renderMarkdown({ text: cleanText(text), columns: columns - 2, fence }), isFirst)

export const indented = (rows: readonly Row[], isFirst: boolean): Row[] =>
  rows.map((each, index) => {
    if (index === 0 && isFirst) return [...mark('●', 'accent'), ...each]
    return each.length === 0 ? each : [span('  '), ...each]
  })

const reasoningRows = (text: string, { columns, reasoningOpen }: Page): Row[] => {
  const lines = cleanText(text).trim().split('\n')
  if (reasoningOpen) return wrapText(lines.join('\n'), 'dim', { columns, first: mark('∴', 'dim') })
  const title = (lines[0] ?? '').replaceAll('**', '')
  const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
  return [fitRow([...mark('∴', 'dim'), span(`${title}${more}`, 'dim')], columns)]
}

/** What the model is told in front of the output stands in the first row already. */
const withoutHeader = (output: string): string =>
  output.replace(
    /^(?:Exit code: .*\n(?:.*\n)?Output:|"[\w-]+" (?:is running|has ended)\..*\nOutput since the last look:)\n/,
    '',
  )

const OUTPUT_LINES = 3
const OUTPUT_LINES_FAILED = 8

const execRows = (cell: Kind<'exec'>, columns: number): Row[] => {
  const goesOn = cell.goesOnAs !== null
  const good = cell.exitCode === 0 || goesOn
  const end = goesOn ? ` · ${execState(cell)}` : ` · ${execState(cell)} · ${secondsText(cell.durationMs)}`
  const lines = cleanText(withoutHeader(cell.output)).trimEnd().split('\n')
  const output = lines.length === 1 && lines[0] === '' ? [] : lines
  // What went wrong stands at the end; what went well is known from its beginning.
  const { shown, more } = good ? head(output, OUTPUT_LINES) : tail(output, OUTPUT_LINES_FAILED)
  const body = shown.map((line) => fitRow([span('  │ ', 'dim'), span(line, 'dim')], columns))
  return [
    headline({
      sign: goesOn ? '▸' : good ? '✔' : '✘',
      tone: good ? 'good' : 'bad',
      text: cleanLine(cell.command),
      end,
      columns,
    }),
    ...(good ? body : []),
    ...moreRow(more),
    ...(good ? [] : body),
  ]
}

const execState = ({ goesOnAs, timedOut, exitCode }: Kind<'exec'>): string => {
  if (goesOnAs !== null) return `runs on as ${cleanLine(goesOnAs)}`
  if (timedOut) return 'timed out'
  return exitCode === null ? 'stopped' : `exit ${exitCode}`
}

type Headline = {
  readonly sign: string
  readonly tone: Tone
  readonly text: string
  readonly end: string
  readonly columns: number
}

const headline = ({ sign, tone, text, end, columns }: Headline): Row => {
  const room = Math.max(8, columns - 2 - textWidth(end))
  return fitRow([...mark(sign, tone), span(fitText(text, room), 'bold'), span(end, 'dim')], columns)
}

const toolRows = ({ tool, summary, success, outcome, durationMs }: Kind<'tool'>, columns: number): Row[] => [
  headline({
    sign: success ? '✔' : '✘',
    tone: success ? 'good' : 'bad',
    text: `${cleanLine(tool)} ${cleanLine(summary)}`.trim(),
    end: `${outcomeText(success, outcome)} · ${secondsText(durationMs)}`,
    columns,
  }),
]

const outcomeText = (success: boolean, outcome: string | null): string =>
  outcome !== null ? ` · ${cleanLine(outcome)}` : success ? '' : ' · failed'

const DIFF_LINES_MAX = 500

const patchRows = ({ paths, cwd, success, message, patch }: Kind<'patch'>, columns: number): Row[] => {
  const lines = patchLines(patch ?? '')
  const added = lines.filter((line) => line.startsWith('+')).length
  const removed = lines.filter((line) => line.startsWith('-')).length
  const end = patch === null ? '' : ` · +${added} −${removed}`
  const first = headline({
    sign: success ? '✔' : '✘',
    tone: success ? 'good' : 'bad',
    text: `edit ${cleanLine(pathsText(paths, cwd))}`,
    end,
    columns,
  })
  const { shown, more } = head(lines, DIFF_LINES_MAX)
  const diff = diffRows(shown, columns)
  const refusal = success ? [] : wrapText(cleanText(message), 'bad', { columns, first: [span('  ')] })
  return [first, ...diff, ...moreRow(more), ...refusal]
}

/** Without what stands around every patch. */
export const patchLines = (patch: string): readonly string[] =>
  cleanText(patch)
    .trim()
    .split('\n')
    .filter((line) => !/^\*\*\* (Begin|End) Patch|^$/.test(line))

export const diffRows = (lines: readonly string[], columns: number): Row[] =>
  lines.flatMap((line) => wrapRow([span(line, diffTone(line))], { columns, first: EDGE, rest: EDGE }))

const EDGE: Row = [span('  │ ', 'dim')]

const STEP: Readonly<Record<Kind<'plan'>['steps'][number]['status'], readonly [string, Tone]>> = {
  completed: ['☑ ', 'good'],
  in_progress: ['▸ ', 'accent'],
  pending: ['☐ ', 'dim'],
}

const planRows = ({ steps, explanation }: Kind<'plan'>, columns: number): Row[] => {
  const done = steps.filter(({ status }) => status === 'completed').length
  return [
    fitRow([span(`Plan: ${done} of ${steps.length} done`, 'bold')], columns),
    ...(explanation === null ? [] : wrapText(cleanText(explanation), 'dim', { columns, first: [span('  ')] })),
    ...steps.flatMap(({ step, status }) => {
      const [sign, tone] = STEP[status]
      return wrapRow([span(cleanLine(step), status === 'pending' ? 'dim' : 'plain')], {
        columns,
        first: [span('  '), span(sign, tone)],
      })
    }),
  ]
}

export const TRIGGERS: Readonly<Record<CompactionReport['trigger'], string>> = {
  manual: 'asked by you',
  auto_watcher: 'by the watcher',
  mid_turn: 'in the middle of the turn',
  hard_limit: 'at the hard limit',
  overflow: 'after the provider said it is too long',
  built_in: 'at the built-in limit',
  background: 'prepared in the background',
  agent_request: 'asked by the agent',
}

/** The figures of a compaction in the order in which a person asks for them. */
export const reportFacts = (report: CompactionReport): string[] => [
  `kept ${report.kept}${report.pinned > 0 ? ` (${report.pinned} pinned)` : ''}`,
  ...(report.cleared > 0 ? [`cleared ${report.cleared}`] : []),
  `archived ${report.archived}`,
  `headroom ${tokensText(Math.max(0, report.headroom), report.estimate)}`,
  report.strategy.replaceAll('_', ' '),
  TRIGGERS[report.trigger],
]

export const reportChange = ({ tokens_before, tokens_after, estimate }: CompactionReport): string =>
  `${tokensText(tokens_before, estimate)} → ${tokensText(tokens_after, estimate)} tokens`

const markRows = ({ number, report }: Kind<'mark'>, columns: number): Row[] => [
  fitRow([...mark('◆', 'accent'), span(`Compaction ${number}: ${reportChange(report)}`, 'heading')], columns),
  ...wrapText(reportFacts(report).join(' · '), 'plain', { columns, first: [span('  ')] }),
  ...(report.reason === undefined ? [] : wrapText(cleanLine(report.reason), 'dim', { columns, first: [span('  ')] })),
  ...wrapText('Nothing is lost: /uncompact shows the originals again.', 'dim', { columns, first: [span('  ')] }),
]

const NOTICES: Readonly<Record<NoticeTone, readonly [string, Tone]>> = {
  quiet: ['·', 'dim'],
  good: ['✔', 'good'],
  warn: ['!', 'warn'],
  bad: ['✘', 'bad'],
  headsUp: ['◆', 'warn'],
}

const noticeRows = ({ tone, text }: Kind<'notice'>, columns: number): Row[] => {
  const [sign, colour] = NOTICES[tone]
  return wrapText(cleanText(text), tone === 'quiet' ? 'dim' : 'plain', { columns, first: mark(sign, colour) })
}

const openedRows = ({ title, text }: Kind<'opened'>, columns: number): Row[] => [
  ...wrapText(cleanLine(title), 'bold', { columns }),
  ...wrapText(cleanText(text).trim(), 'plain', { columns, first: EDGE, rest: EDGE }),
]

const LABEL_COLUMNS_MAX = 36
const BAR_COLUMNS = 20

const tableRows = ({ title, rows }: Kind<'table'>, columns: number): Row[] => {
  const widest = Math.max(0, ...rows.map(({ label }) => textWidth(cleanLine(label))))
  const width = Math.min(widest, LABEL_COLUMNS_MAX, Math.floor(columns / 2))
  return [fitRow(row(cleanLine(title), 'bold'), columns), ...rows.flatMap((each) => tableRow(each, { width, columns }))]
}

const tableRow = ({ label, value, bar }: TableRow, { width, columns }: { width: number; columns: number }): Row[] => {
  const name = fitText(cleanLine(label), width)
  const gap = ' '.repeat(Math.max(0, width - textWidth(name)))
  const first: Span[] = [span('  '), span(name, 'accent'), span(`${gap}  `)]
  const barWidth = Math.min(BAR_COLUMNS, columns - width - 24)
  if (bar !== undefined && barWidth > 2) {
    const filled = Math.round(Math.max(0, Math.min(1, bar)) * barWidth)
    first.push(span('█'.repeat(filled), 'accent'), span('░'.repeat(barWidth - filled), 'dim'), span(' '))
  }
  return wrapText(cleanText(value), 'plain', { columns, first })
}

type Part = { readonly shown: readonly string[]; readonly more: number }

const head = (lines: readonly string[], most: number): Part =>
  lines.length <= most + 1 ? { shown: lines, more: 0 } : { shown: lines.slice(0, most), more: lines.length - most }

const tail = (lines: readonly string[], most: number): Part =>
  lines.length <= most + 1 ? { shown: lines, more: 0 } : { shown: lines.slice(-most), more: lines.length - most }

const moreRow = (more: number): Row[] => (more === 0 ? [] : [row(`  │ … ${more} more lines`, 'dim')])
