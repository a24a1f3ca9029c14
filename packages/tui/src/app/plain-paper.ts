/**
 * For a terminal that cannot move its cursor (TERM=dumb): finished cells as lines, a question when it comes, and whole lines
 * from the keyboard. Nothing is drawn twice.
 */
import { createInterface } from 'node:readline'
import type { Key } from '../composer/keys.ts'
import { cellRows } from '../render/cell-rows.ts'
import { panelRows } from '../render/panel-rows.ts'
import { paintRow } from '../text/paint.ts'
import type { Row } from '../text/row.ts'
import type { Paper } from './paper.ts'
import type { Terminal } from './ports.ts'

const PANEL_ROWS_MAX = 40

export const openPlainPaper = ({ stdout, palette }: Terminal): Paper => {
  const print = (rows: readonly Row[]): void => {
    for (const each of rows) stdout.write(`${paintRow(each, palette)}\n`)
  }
  let shown = ''
  return {
    draw: (state, finished) => {
      for (const cell of finished)
        print(cellRows(cell, { columns: state.size.columns, reasoningOpen: state.reasoningOpen }))
      // As it is when it has been read: a change by time alone would print it twice.
      const question = panelRows({ ...state, now: Number.POSITIVE_INFINITY }, PANEL_ROWS_MAX)
      const text = JSON.stringify(question)
      if (text !== shown && question.length > 0) print(question)
      shown = text
    },
    reflowed: () => {},
    lift: () => {},
    lower: () => {},
    end: () => {},
  }
}

const ENTER: Key = { type: 'key', name: 'enter', alt: false, ctrl: false, shift: false }

/** A line answers a question if it is one letter long, and is a message if it is not; the returned function stops it. */
export const readLines = (stdin: NodeJS.ReadStream, onKeys: (keys: readonly Key[]) => void): (() => void) => {
  const lines = createInterface({ input: stdin, terminal: false })
  lines.on('line', (line) => onKeys([{ type: 'text', text: line }, ENTER]))
  // The end of the input is the wish to leave.
  lines.on('close', () =>
    onKeys([
      { type: 'ctrl', letter: 'u' },
      { type: 'ctrl', letter: 'd' },
    ]),
  )
  return () => {
    lines.removeAllListeners()
    lines.close()
  }
}
