/**
 * The frame of a client that knows nothing yet but its terminal. Apart, because it is drawn before anything else of the
 * client is loaded: it imports no noun of the protocol.
 */
import { EMPTY_EDITOR } from '../composer/editor.ts'
import type { Size } from '../store/state.ts'
import { type Frame, type Row, type Span, span } from '../text/row.ts'
import { fitRow } from '../text/wrap.ts'
import { composerRows } from './composer-rows.ts'

/** In the empty composer, as long as there is no thread. */
export const CONNECTING = 'Connecting…'

/** In the status line, as long as there was no link. */
export const NO_LINK_YET: Span = span('connecting…', 'warn')

const EMPTY: Row = []

export const firstFrame = ({ columns }: Size): Frame => {
  const { rows, caret } = composerRows(EMPTY_EDITOR, { columns, rowsMax: 1, placeholder: CONNECTING })
  return {
    rows: [EMPTY, ...rows, [NO_LINK_YET]].map((each) => fitRow(each, columns)),
    caret: { x: caret.x, y: caret.y + 1 },
  }
}
