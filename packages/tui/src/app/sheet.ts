/** One drawing of the screen as text: what is finished and goes out once, and the frame that stands below it. */
import { cellRows } from '../render/cell-rows.ts'
import { frameOf } from '../render/frame.ts'
import type { Cell } from '../store/cell.ts'
import type { ScreenState } from '../store/state.ts'
import { type Palette, paintRow } from '../text/paint.ts'
import type { Frame, Row } from '../text/row.ts'

export type Sheet = {
  /** Each one cell, of one row or more. */
  readonly cells: readonly string[]
  readonly frame: Frame
  /** The rows of the frame, painted. */
  readonly text: string
}

export type Drawing = { readonly state: ScreenState; readonly finished: readonly Cell[]; readonly palette: Palette }

export const sheetOf = ({ state, finished, palette }: Drawing): Sheet => {
  const page = { columns: state.size.columns, reasoningOpen: state.reasoningOpen }
  const paint = (rows: readonly Row[]): string => rows.map((each) => paintRow(each, palette)).join('\n')
  const frame = frameOf(state)
  return { cells: finished.map((cell) => paint(cellRows(cell, page))), frame, text: paint(frame.rows) }
}

/** Puts sheets on the terminal; one follows another on the same place. */
export type Press = {
  print(sheet: Sheet): void
  /** The terminal has another size. */
  reflowed(): void
  /** Takes the frame away until the next sheet. */
  lift(): void
  /** Takes it away for good, and leaves what was printed. */
  end(): void
}
