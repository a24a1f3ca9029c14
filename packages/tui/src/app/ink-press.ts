/** Prints by way of Ink, which writes only what changed. The only file that knows its instance. */
import { type Instance, render } from 'ink'
import { createElement } from 'react'
import { type Batch, Screen } from '../components/Screen.ts'
import { eraseReflowed } from '../render/reflow.ts'
import type { Frame } from '../text/row.ts'
import { rowWidth } from '../text/wrap.ts'
import type { Terminal } from './ports.ts'
import type { Press } from './sheet.ts'

/** A key must be seen within a frame of a fast screen; a stream is drawn less often, by whoever prints. */
const FRAMES_PER_SECOND_MAX = 125

export const openInkPress = ({ stdin, stdout, reflow }: Omit<Terminal, 'isDumb' | 'palette'>): Press => {
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
    print: ({ cells, frame, text }) => {
      if (cells.length > 0) batch = { number: batch.number + 1, cells }
      wanted = frame
      show(text, frame.caret)
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
    lift: () => {
      instance?.clear()
      shown = null
    },
    end: () => {
      wanted = { rows: [], caret: null }
      show('', null)
      instance?.unmount()
    },
  }
}
