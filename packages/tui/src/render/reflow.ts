/**
 * After the terminal got narrower or lower, the rows of the frame stand elsewhere than whoever drew it believes. These bytes
 * erase what really stands there, and leave an empty place of the frame's height with the cursor where the drawer has it.
 */

/**
 * What a terminal that gets narrower does with rows that are too wide: leaves them; breaks them, and the cursor stays with
 * its text; or breaks them, and the cursor goes down by what was broken at and below its row (xterm.js, as in VS Code).
 */
export type Reflow = 'none' | 'tracks' | 'shifts'

export type Drawn = {
  /** Width of each row of the frame as it was drawn. */
  readonly widths: readonly number[]
  /** Where in it the cursor was left; `null`: on the line below the last row. */
  readonly caret: { readonly x: number; readonly y: number } | null
}

export const eraseReflowed = ({ widths, caret }: Drawn, columns: number, reflow: Reflow = 'tracks'): string => {
  const believed = caret?.y ?? widths.length
  const broken = reflow === 'none' ? widths.map(() => 1) : widths.map((width) => rowsAt(width, columns))
  const above = sum(broken.slice(0, believed))
  const inCaret =
    reflow === 'none' || caret === null ? 0 : Math.floor(Math.min(caret.x, widths[caret.y] ?? 0) / columns)
  const up = above + inCaret + (reflow === 'shifts' ? shiftOf(broken, believed) : 0)
  const back = widths.length - believed
  return `\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J${'\n'.repeat(widths.length)}${back > 0 ? `\u001b[${back}A` : ''}`
}

/** xterm.js leaves the row of the cursor whole, unless a break below has moved the cursor off it already. */
const shiftOf = (broken: readonly number[], caretRow: number): number => {
  const below = sum(broken.slice(caretRow + 1).map((rows) => rows - 1))
  return below === 0 ? 0 : below + (broken[caretRow] ?? 1) - 1
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const rowsAt = (width: number, columns: number): number => Math.max(1, Math.ceil(width / columns))
