/**
 * Prints without Ink, which takes twice as long to load as all the rest: the first frames, and what is typed meanwhile. The
 * whole frame each time; it has few rows, and soon Ink takes its place.
 */
import { eraseReflowed } from '../render/reflow.ts'
import type { Frame } from '../text/row.ts'
import { rowWidth } from '../text/wrap.ts'
import type { Terminal } from './ports.ts'
import type { Press } from './sheet.ts'

/** Whoever knows them shows at once what stands between them. */
export const UPDATE_BEGINS = '\u001b[?2026h'
export const UPDATE_ENDS = '\u001b[?2026l'

const CURSOR_HIDDEN = '\u001b[?25l'
const CURSOR_SHOWN = '\u001b[?25h'

export const openFirstPress = ({ stdout, reflow }: Pick<Terminal, 'stdout' | 'reflow'>): Press => {
  let shown: Frame | null = null
  // What was typed before the terminal was ours, the terminal has shown by itself; it comes again as keys.
  const erase = (): string => {
    const place = shown === null ? '\r\u001b[K' : eraseFrame(shown)
    shown = null
    return place
  }
  return {
    print: ({ cells, frame, text }) => {
      const scrollback = cells.map((cell) => `${cell}\n`).join('')
      const below = `${CURSOR_HIDDEN}${erase()}${scrollback}${text}\n${caretMove(frame)}`
      stdout.write(`${UPDATE_BEGINS}${below}${frame.caret === null ? '' : CURSOR_SHOWN}${UPDATE_ENDS}`)
      shown = frame
    },
    reflowed: () => {
      if (shown === null) return
      stdout.write(eraseReflowed(drawnOf(shown), stdout.columns, reflow))
      stdout.write(up(shown.caret?.y ?? shown.rows.length))
      shown = null
    },
    lift: () => stdout.write(erase()),
    end: () => stdout.write(erase()),
  }
}

const drawnOf = ({ rows, caret }: Frame) => ({ widths: rows.map(rowWidth), caret })

/** From the line below the frame to its caret. */
const caretMove = ({ rows, caret }: Frame): string =>
  caret === null ? '' : `${up(rows.length - caret.y)}${caret.x === 0 ? '' : `\u001b[${caret.x}C`}`

const eraseFrame = ({ rows, caret }: Frame): string => `\r${up(caret?.y ?? rows.length)}\u001b[J`

const up = (rows: number): string => (rows === 0 ? '' : `\u001b[${rows}A`)
