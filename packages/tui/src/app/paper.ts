/** Draws states: finished cells once to the scrollback, the rest as one frame. The first frames do not wait for Ink. */
import type { Cell } from '../store/cell.ts'
import type { ScreenState } from '../store/state.ts'
import { UPDATE_BEGINS, UPDATE_ENDS } from './first-press.ts'
import type { Terminal } from './ports.ts'
import { type Press, type Sheet, sheetOf } from './sheet.ts'

export type Paper = {
  draw(state: ScreenState, finished: readonly Cell[]): void
  /** The terminal has another size, and Ink has not heard of it yet. */
  reflowed(): void
  /** Takes the frame away: the terminal is the shell's, and nothing is drawn on it. */
  lift(): void
  /** It is ours again, which is later than that the program runs again. */
  lower(): void
  /** Leaves what was printed, takes the frame away. */
  end(): void
}

/** Loading Ink keeps everything else waiting: a daemon that runs has answered by then. */
const INK_AFTER_MS = 60

/** `first` prints until Ink has come. */
export const openPaper = (terminal: Terminal, first: Press): Paper => {
  const { stdout, palette } = terminal
  let press = first
  let last: Sheet | null = null
  let isOver = false
  let isLifted = false
  let comes: Press | null = null
  const waiting: Cell[] = []
  /** The same frame on the same place, so nobody sees the change. */
  const change = (to: Press): void => {
    if (isOver) return
    if (isLifted) {
      comes = to
      return
    }
    stdout.write(UPDATE_BEGINS)
    press.end()
    press = to
    if (last !== null) press.print(last)
    stdout.write(UPDATE_ENDS)
  }
  const loading = setTimeout(() => {
    void import('./ink-press.ts').then(({ openInkPress }) => change(openInkPress(terminal)))
  }, INK_AFTER_MS)
  return {
    draw: (state, finished) => {
      waiting.push(...finished)
      if (isLifted) return
      const sheet = sheetOf({ state, finished: waiting.splice(0), palette })
      press.print(sheet)
      last = { ...sheet, cells: [] }
    },
    reflowed: () => press.reflowed(),
    lift: () => {
      isLifted = true
      press.lift()
      last = null
    },
    lower: () => {
      isLifted = false
      if (comes !== null) change(comes)
      comes = null
    },
    end: () => {
      isOver = true
      clearTimeout(loading)
      press.end()
    },
  }
}
