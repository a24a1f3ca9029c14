/**
 * After the terminal got narrower it has already broken the rows of the frame anew, so whoever drew it would erase too few.
 * These bytes erase what really stands there and leave the cursor where the drawer believes it to be.
 */

export type Drawn = {
  /** Width of each row of the frame as it was drawn. */
  readonly widths: readonly number[]
  /** Where in it the cursor was left; `null`: on the line below the last row. */
  readonly caret: { readonly x: number; readonly y: number } | null
}

export const eraseReflowed = ({ widths, caret }: Drawn, columns: number): string => {
  const above = widths.slice(0, caret?.y ?? widths.length).reduce((sum, width) => sum + rowsAt(width, columns), 0)
  const up = above + (caret === null ? 0 : Math.floor(Math.min(caret.x, widths[caret.y] ?? 0) / columns))
  const believed = caret?.y ?? widths.length
  return `\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J${'\n'.repeat(believed)}`
}

const rowsAt = (width: number, columns: number): number => Math.max(1, Math.ceil(width / columns))
