/**
 * The screen as Ink sees it: what is finished goes out once through Static, below it stands the one frame that is drawn
 * anew. Written without JSX, because Node runs the sources as they are and strips types only.
 */
import { Static, Text, useCursor } from 'ink'
import { createElement, Fragment, type ReactElement } from 'react'

/** Printed once, when its number is new. */
export type Batch = { readonly number: number; readonly cells: readonly string[] }

export type ScreenProps = {
  /** What is to be printed next, each one cell, painted. What was printed before is nobody's any more. */
  readonly batch: Batch
  readonly frame: string
  readonly caret: { readonly x: number; readonly y: number } | null
}

export const Screen = ({ batch, frame, caret }: ScreenProps): ReactElement => {
  const { setCursorPosition } = useCursor()
  setCursorPosition(caret ?? undefined)
  // Another key is another Static: or it would keep all that was ever printed, and go through it at each key.
  const scrollback = {
    key: batch.number,
    items: [...batch.cells],
    children: (text: string, index: number) => createElement(Text, { key: index }, text),
  }
  return createElement(Fragment, null, createElement(Static<string>, scrollback), createElement(Text, null, frame))
}
