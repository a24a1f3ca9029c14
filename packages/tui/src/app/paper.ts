/** Draws states: finished cells once to the scrollback, the rest as one frame. The only file that knows Ink's instance. */
import { type Instance, render } from 'ink'
import { createElement } from 'react'
import { type Batch, Screen } from '../components/Screen.ts'
import { cellRows } from '../render/cell-rows.ts'
import { type Frame, frameOf } from '../render/frame.ts'
import { eraseReflowed } from '../render/reflow.ts'
import type { Cell } from '../store/cell.ts'
import type { ScreenState } from '../store/state.ts'
import { paintRow } from '../text/paint.ts'
import { rowWidth } from '../text/wrap.ts'
import type { Terminal } from './ports.ts'

export type Paper = {
  draw(state: ScreenState, finished: readonly Cell[]): void
  /** The terminal has another size, and Ink has not heard of it yet. */
  reflowed(): void
  /** Takes the frame away until it is drawn again. */
  lift(): void
  /** Leaves what was printed, takes the frame away. */
  end(): void
}

/** A key must be seen within a frame of a fast screen; a stream is drawn less often, by whoever calls `draw`. */
const FRAMES_PER_SECOND_MAX = 125

export const openPaper = ({ stdin, stdout, palette, reflow }: Omit<Terminal, 'isDumb'>): Paper => {
  let batch: Batch = { number: 0, cells: [] }
  let wanted: Frame | null = null
  let shown: Frame | null = null
  let columns = stdout.columns
  let rows = stdout.rows
  let instance: Instance | null = null

  const show = (text: string, caret: Frame['caret']): void => {
    const node = createElement(Screen, { batch, frame: text, caret })
    if (instance !== null) instance.rerender(node)
    else
      instance = render(node, {
        stdin,
        stdout,
        exitOnCtrlC: false,
        patchConsole: false,
        interactive: true,
        incrementalRendering: true,
        maxFps: FRAMES_PER_SECOND_MAX,
        onRender: () => {
          shown = wanted
        },
      })
  }
  return {
    draw: (state, finished) => {
      const page = { columns: state.size.columns, reasoningOpen: state.reasoningOpen }
      if (finished.length > 0)
        batch = {
          number: batch.number + 1,
          cells: finished.map((cell) =>
            cellRows(cell, page)
              .map((each) => paintRow(each, palette))
              .join('\n'),
          ),
        }
      wanted = frameOf(state)
      show(wanted.rows.map((each) => paintRow(each, palette)).join('\n'), wanted.caret)
    },
    reflowed: () => {
      const isSmaller = stdout.columns < columns || stdout.rows < rows
      if (shown !== null && isSmaller) {
        const drawn = { widths: shown.rows.map(rowWidth), caret: shown.caret }
        stdout.write(eraseReflowed(drawn, stdout.columns, reflow))
        // Or it would take an equal frame for one that still stands there.
        instance?.clear()
      }
      columns = stdout.columns
      rows = stdout.rows
    },
    lift: () => instance?.clear(),
    end: () => {
      wanted = { rows: [], caret: null }
      show('', null)
      instance?.unmount()
    },
  }
}
