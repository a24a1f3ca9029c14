/**
 * The live region: what still changes, then panel, queue, composer and status line. It is always lower than the screen, so
 * that drawing it again never has to clear anything but itself; and much lower while a message streams, so that a narrower
 * window does not push half of it into the scrollback.
 */
import { assertNever } from '@rawr/protocol'
import type { LiveCell, Running } from '../store/cell.ts'
import { secondsText } from '../store/figures.ts'
import { isList, TWICE_MS } from '../store/press-key.ts'
import type { ScreenState, Waiting } from '../store/state.ts'
import { cleanLine, cleanText } from '../text/clean.ts'
import { renderMarkdown } from '../text/markdown.ts'
import { type Frame, type Row, row, span } from '../text/row.ts'
import { fitText } from '../text/width.ts'
import { fitRow } from '../text/wrap.ts'
import { cellRows, indented, mark, TRIGGERS } from './cell-rows.ts'
import { composerRows } from './composer-rows.ts'
import { CONNECTING } from './first-frame.ts'
import { panelRows } from './panel-rows.ts'
import { statusRow } from './status-row.ts'

export const frameOf = (state: ScreenState): Frame => {
  const { columns, rows } = state.size
  const most = Math.max(3, rows - 1)
  const composer = composerOf(state, Math.max(1, Math.min(12, Math.floor(rows / 3))))
  const status = statusRow(state)
  const waiting = waitingRows(state).slice(0, Math.max(0, Math.min(4, most - composer.rows.length - 3)))
  const activity = activityRows(state)
  const fixed = composer.rows.length + 1 + waiting.length + activity.length
  const panel = panelRows(state, Math.max(0, most - fixed - 1))
  const room = Math.max(0, Math.min(most - fixed - panel.length - 1, Math.floor(rows / 2)))
  const live = liveRows(state, room)
  const above = [...(live.length > 0 ? [EMPTY, ...live] : []), EMPTY, ...activity, ...panel, ...waiting]
  // On a screen of a few rows something has to go: what is farthest from the caret.
  const kept = above.slice(Math.max(0, above.length + composer.rows.length + 1 - most))
  const hidden = state.panel.kind === 'setup' || state.panel.kind === 'no_sandbox' || isList(state.panel)
  return {
    rows: [...kept, ...composer.rows, status].map((each) => fitRow(each, columns)),
    caret: hidden ? null : { x: composer.caret.x, y: kept.length + composer.caret.y },
  }
}

const EMPTY: Row = []

const composerOf = (state: ScreenState, rowsMax: number) =>
  composerRows(state.editor, { columns: state.size.columns, rowsMax, placeholder: placeholderOf(state) })

const placeholderOf = ({ thread, turn, link }: ScreenState): string => {
  if (link.name === 'closed') return 'The daemon is gone. Ctrl-C twice leaves; what you wrote is kept.'
  if (thread === null) return CONNECTING
  return turn === null ? 'Ask for anything · / commands · @ files' : 'Enter steers · Alt-Enter queues'
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'] as const
const FRAME_MS = 125

const spinner = (now: number): string => FRAMES[Math.floor(now / FRAME_MS) % FRAMES.length] ?? '⠋'

const activityRows = (state: ScreenState): Row[] => {
  const { turn, now, armed } = state
  const hint = armed !== null && now - armed.at <= TWICE_MS ? armed.key : null
  if (turn === null) return hint === 'ctrl_c' ? [row('Ctrl-C again leaves.', 'warn')] : []
  const what = turn.isInterrupting ? 'Interrupting' : 'Working'
  const then =
    hint === 'escape' ? 'Esc again interrupts' : hint === 'ctrl_c' ? 'Ctrl-C again leaves' : 'Esc twice interrupts'
  return [
    [
      span(`${spinner(now)} `, 'accent'),
      span(what),
      span(` ${wholeSeconds(now - turn.startedAt)} · `, 'dim'),
      span(then, hint === null ? 'dim' : 'warn'),
    ],
  ]
}

const wholeSeconds = (ms: number): string =>
  ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1_000))} s` : secondsText(ms)

const waitingRows = ({ held, queue, sending, size: { columns } }: ScreenState): Row[] => {
  const line =
    (label: string) =>
    (each: Waiting): Row =>
      fitRow([span(`  ${label} `, 'warn'), span(fitText(cleanLine(each.text.slice(0, 400)), columns), 'dim')], columns)
  const known = new Set([...held, ...queue].map(({ id }) => id))
  return [
    ...held.map(line('held')),
    ...queue.map(line('queued')),
    ...sending.filter(({ id }) => !known.has(id)).map(line('sending')),
  ]
}

const liveRows = (state: ScreenState, room: number): Row[] => {
  if (room === 0) return []
  const rows = state.live.flatMap((cell) => liveCellRows(cell, state, room))
  if (rows.length <= room) return rows
  return [row(`  … ${rows.length - room + 1} rows above`, 'dim'), ...rows.slice(rows.length - room + 1)]
}

const liveCellRows = (cell: LiveCell, state: ScreenState, room: number): Row[] => {
  const { columns } = state.size
  switch (cell.kind) {
    case 'message': {
      // Only what can be seen is laid out, however long a line the model is writing.
      const rest = cell.text.slice(Math.max(cell.printed, cell.text.length - columns * (room + 2)))
      const rows = renderMarkdown({ text: cleanText(rest), columns: columns - 2, fence: cell.fence })
      return indented(rows, cell.printed === 0)
    }
    case 'thinking': {
      const line = cleanLine(cell.text.slice(-columns * 2)).replaceAll('**', '')
      return [
        fitRow(
          [...mark('∴', 'dim'), span(fitText([...line].slice(-(columns - 4)).join(''), columns - 2), 'dim')],
          columns,
        ),
      ]
    }
    case 'running':
      return runningRows(cell, state)
    // It waits for an earlier one; whoever asked for it need not.
    case 'done':
      return cell.cell.kind === 'exec'
        ? [fitRow([...mark('✔', 'dim'), span(cleanLine(cell.cell.command), 'dim')], columns)]
        : cellRows(cell.cell, { columns, reasoningOpen: state.reasoningOpen })
    default:
      return assertNever(cell)
  }
}

const OUTPUT_ROWS = 3

const runningRows = (cell: Extract<LiveCell, { kind: 'running' }>, { now, size: { columns } }: ScreenState): Row[] => {
  const time = ` · ${wholeSeconds(now - cell.startedAt)}`
  const lines = cleanText(cell.output).trimEnd().split('\n').slice(-OUTPUT_ROWS)
  const output = lines.length === 1 && lines[0] === '' ? [] : lines
  return [
    fitRow(
      [...mark(spinner(now), 'accent'), span(fitText(runningText(cell.what), columns - 14), 'bold'), span(time, 'dim')],
      columns,
    ),
    ...output.map((line) => fitRow([span('  │ ', 'dim'), span(line, 'dim')], columns)),
  ]
}

const runningText = (what: Running): string => {
  switch (what.kind) {
    case 'exec':
      return cleanLine(what.command)
    case 'tool':
      return `${cleanLine(what.tool)} ${cleanLine(what.summary)}`
    case 'patch':
      return `edit ${what.paths.map(cleanLine).join(', ')}`
    case 'compaction':
      return `Compacting ${TRIGGERS[what.trigger]}${what.step === null ? '' : `: ${what.step}`}`
    default:
      return assertNever(what)
  }
}
