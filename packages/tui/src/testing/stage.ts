/**
 * A program that shows each state on its own terminal, for whoever looks at it through a pseudo-terminal: first as it is drawn
 * before Ink has come, then by Ink on the same place. A line on standard input turns the page; the title of the window tells
 * which state is drawn, and by whom.
 */
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openFirstPress } from '../app/first-press.ts'
import { openInkPress } from '../app/ink-press.ts'
import { type Press, sheetOf } from '../app/sheet.ts'
import { openScreen } from './screens.ts'
import { STATES } from './states.ts'

/** Longer than Ink waits between two frames. */
const DRAWN_MS = 40

const { stdin, stdout } = process
const size = { columns: stdout.columns, rows: stdout.rows }
const palette = process.env.NO_COLOR === '1' ? 'none' : 'ansi'
stdin.setRawMode(true)
const turned = createInterface({ input: stdin, terminal: false })[Symbol.asyncIterator]()
const PRESSES: readonly (readonly [by: string, open: (order: Parameters<typeof openInkPress>[0]) => Press])[] = [
  ['first', openFirstPress],
  ['ink', openInkPress],
]
for (const [name, story] of Object.entries(STATES)) {
  const screen = openScreen(size)
  const before = screen.printed().length
  story(screen)
  const finished = screen.printed().slice(name.startsWith('first-run') ? before : 0)
  const sheet = sheetOf({ state: screen.state(), finished, palette })
  for (const [by, open] of PRESSES) {
    const press = open({ stdin, stdout, reflow: 'shifts' })
    press.print(by === 'first' ? sheet : { ...sheet, cells: [] })
    await delay(DRAWN_MS)
    stdout.write(`\u001b]0;${name} by ${by}\u0007`)
    await turned.next()
    press.end()
  }
}
stdout.write('\u001b]0;end\u0007')
process.exit(0)
