/** What opens above the composer: palette, files, approval, dry run, threads, first run. Never taller than it is allowed to be. */
import { assertNever } from '@rawr/protocol'
import { COMMANDS, matchingCommands } from '../composer/slash-command.ts'
import { isRead } from '../store/approval.ts'
import { tokensText } from '../store/figures.ts'
import { SETUP_CHOICES } from '../store/setup.ts'
import type { Approval, Panel, ScreenState, ThreadChoice } from '../store/state.ts'
import { cleanLine, cleanText } from '../text/clean.ts'
import { type Row, row, span } from '../text/row.ts'
import { textWidth } from '../text/width.ts'
import { fitRow, wrapText } from '../text/wrap.ts'
import { diffRows, patchLines, reportChange, reportFacts } from './cell-rows.ts'

export const panelRows = (state: ScreenState, rowsMax: number): Row[] => {
  const { panel, size } = state
  const { columns } = size
  if (rowsMax <= 0) return []
  switch (panel.kind) {
    case 'none':
      return approvalRows(state, rowsMax)
    case 'palette':
      return paletteRows(state, panel.selected, rowsMax)
    case 'files':
      return listRows({ texts: panel.found.map(cleanLine), selected: panel.selected, columns, rowsMax })
    case 'plan':
      return planRows(panel, columns, rowsMax)
    case 'threads':
      return [
        row('Which thread?', 'bold'),
        ...listRows({
          texts: panel.choices.map(
            ({ id, when, text }) => `${when}  ${id === state.thread?.id ? 'this one: ' : ''}${cleanLine(text)}`,
          ),
          selected: panel.selected,
          columns,
          rowsMax: rowsMax - 2,
        }),
        fitRow(row(`Enter opens · Esc goes back${unreadClause(panel.choices)}`, 'dim'), columns),
      ]
    case 'models':
      return modelRows(panel, columns, rowsMax)
    case 'no_sandbox':
      return noSandboxRows(panel, columns).slice(0, rowsMax)
    case 'setup':
      return setupRows(panel, columns).slice(0, rowsMax)
    default:
      return assertNever(panel)
  }
}

const BYTES_PER_MB = 1_000_000

/** Shown by beginning and end, very long logs may have a newer name in between. */
const unreadClause = (choices: readonly ThreadChoice[]): string => {
  const bytes = choices.reduce((sum, { unreadBytes = 0 }) => sum + unreadBytes, 0)
  return bytes === 0 ? '' : ` · ${Math.ceil(bytes / BYTES_PER_MB)} MB not read yet, names may be older`
}

const approvalRows = (state: ScreenState, rowsMax: number): Row[] => {
  const {
    approvals: [first, ...more],
    size: { columns },
  } = state
  if (first === undefined) return []
  const asked = [
    ...wrapText(cleanText(first.command), 'code', { columns, first: [span('  ')] }),
    ...(first.patch === null ? [] : diffRows(patchLines(first.patch), columns)),
  ]
  const shown = asked.slice(0, Math.max(1, rowsMax - 4))
  const reason = wrapText(cleanText(first.reason), 'dim', { columns, first: [span('  ')] }).slice(0, 2)
  return [
    fitRow(
      [span(`Allow this ${first.kind}?`, 'warn'), span(more.length === 0 ? '' : ` (${more.length} more wait)`, 'dim')],
      columns,
    ),
    ...shown,
    ...(shown.length < asked.length ? [row(`  … ${asked.length - shown.length} more rows`, 'dim')] : []),
    ...reason,
    fitRow(answerRow(state, first), columns),
  ]
}

const answerRow = ({ editor, now }: ScreenState, first: Approval): Row => {
  if (editor.text !== '') return row('Ctrl-C empties the line; then y, s, n or a answers.', 'warn')
  return isRead(first, now) ? ANSWER_KEYS : row('A letter answers in a moment.', 'dim')
}

const ANSWER_KEYS: Row = [
  span('y', 'bold'),
  span(' once · '),
  span('s', 'bold'),
  span(' this session · '),
  span('n', 'bold'),
  span(' no · '),
  span('a', 'bold'),
  span(' no, stop'),
]

const paletteRows = ({ editor, size: { columns } }: ScreenState, selected: number, rowsMax: number): Row[] => {
  const names = matchingCommands(editor.text.slice(1))
  if (names.length === 0) return [row('  no such command', 'dim')]
  const width = Math.max(...names.map((name) => name.length))
  const texts = names.map((name) => `/${name.padEnd(width)}  ${COMMANDS[name].help}`)
  return listRows({ texts, selected, columns, rowsMax })
}

const modelRows = (
  { choices, selected }: Extract<Panel, { kind: 'models' }>,
  columns: number,
  rowsMax: number,
): Row[] => {
  const width = Math.max(...choices.map(({ name }) => textWidth(cleanLine(name))))
  const texts = choices.map(({ name, windowTokens }) => {
    const shown = cleanLine(name)
    const room = windowTokens === null ? '' : `  ${tokensText(windowTokens, 'reported')} tokens`
    return `${shown}${' '.repeat(width - textWidth(shown))}${room}`.trimEnd()
  })
  return [
    row('Which model?', 'bold'),
    ...listRows({ texts, selected, columns, rowsMax: rowsMax - 2 }),
    fitRow(row('Enter takes it from the next turn on · Esc goes back', 'dim'), columns),
  ]
}

type List = {
  readonly texts: readonly string[]
  readonly selected: number
  readonly columns: number
  readonly rowsMax: number
}

const LIST_ROWS_MAX = 8

const listRows = ({ texts, selected, columns, rowsMax }: List): Row[] => {
  const most = Math.max(1, Math.min(rowsMax, LIST_ROWS_MAX))
  const first = Math.max(0, Math.min(selected - Math.floor(most / 2), texts.length - most))
  return texts.slice(first, first + most).map((text, index) => {
    const isSelected = first + index === selected
    return fitRow([span(isSelected ? '▸ ' : '  ', 'accent'), span(text, isSelected ? 'bold' : 'plain')], columns)
  })
}

const planRows = (panel: Extract<Panel, { kind: 'plan' }>, columns: number, rowsMax: number): Row[] => {
  const { report, preview } = panel
  const top = [
    fitRow([span('Dry run: ', 'warn'), span(reportChange(report), 'bold')], columns),
    ...wrapText(reportFacts(report).join(' · '), 'plain', { columns, first: [span('  ')] }),
  ]
  const hint = fitRow(row('Enter does exactly this · Esc leaves it · ↑ ↓ read on', 'dim'), columns)
  const room = Math.max(0, rowsMax - top.length - 1)
  const lines = cleanText(preview).split('\n')
  const offset = Math.min(panel.offset, Math.max(0, lines.length - room))
  const shown = lines.slice(offset, offset + room).map((line) => fitRow([span('  │ ', 'dim'), span(line)], columns))
  return [...top, ...shown, hint].slice(0, rowsMax)
}

const noSandboxRows = ({ message }: Extract<Panel, { kind: 'no_sandbox' }>, columns: number): Row[] => [
  row('No sandbox', 'warn'),
  ...wrapText(`Commands cannot be confined here: ${cleanText(message)}.`, 'plain', { columns }),
  ...wrapText('Without one you are asked before each call that changes something, unless approvals are off.', 'plain', {
    columns,
  }),
  fitRow([span('y', 'bold'), span(' run without a sandbox · '), span('n', 'bold'), span(' start nothing')], columns),
]

const CHOICES: Readonly<Record<(typeof SETUP_CHOICES)[number], string>> = {
  key: 'Paste a key for OpenAI',
  address: 'Give the address of a server (Ollama, vLLM, LM Studio, …)',
  again: 'Look again for a local server',
  demo: 'Play the bundled session: no key, no network',
  later: 'Go on without a model',
}

const setupRows = ({ step, selected, text }: Extract<Panel, { kind: 'setup' }>, columns: number): Row[] => {
  const wrapped = (line: string): Row[] => wrapText(line, 'plain', { columns })
  if (step === 'key')
    return [
      ...wrapped('The key goes to the daemon and stays in its memory; it is written nowhere.'),
      fitRow([span('key › ', 'accent'), span('•'.repeat(Math.min(text.length, 48)))], columns),
      fitRow(row('Enter uses it · Esc goes back', 'dim'), columns),
    ]
  if (step === 'address')
    return [
      ...wrapped('The base address of the server, as in http://127.0.0.1:11434/v1'),
      fitRow([span('address › ', 'accent'), span(cleanLine(text))], columns),
      fitRow(row('Enter uses it · Esc goes back', 'dim'), columns),
    ]
  return [
    row('No model yet', 'heading'),
    ...wrapped('No key is set, and no local server answers at the usual ports.'),
    ...SETUP_CHOICES.flatMap((choice, index) =>
      wrapText(CHOICES[choice], index === selected ? 'bold' : 'plain', {
        columns,
        first: [span(index === selected ? '▸ ' : '  ', 'accent'), span(`${index + 1} `)],
      }),
    ),
  ]
}
