/**
 * The screen as Ink sees it: what is finished goes out once through Static, below it stands the one frame that is drawn
 * anew. Written without JSX, because Node runs the sources as they are and strips types only.
 */
import { Static, Text, useCursor } from 'ink'
import { createElement, Fragment, type ReactElement } from 'react'

export type ScreenProps = {
  /** Only ever grows at the end; each is one cell, painted. */
  readonly printed: readonly string[]
  readonly frame: string
  readonly caret: { readonly x: number; readonly y: number } | null
}

export const Screen = ({ printed, frame, caret }: ScreenProps): ReactElement => {
  const { setCursorPosition } = useCursor()
  setCursorPosition(caret ?? undefined)
  const scrollback = {
    items: [...printed],
    children: (text: string, index: number) => createElement(Text, { key: index }, text),
  }
  return createElement(Fragment, null, createElement(Static<string>, scrollback), createElement(Text, null, frame))
}
