/**
 * A program that shows each state through Ink on its own terminal, for whoever looks at it through a pseudo-terminal. A line
 * on standard input turns the page; the title of the window tells which state is drawn.
 */
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openPaper } from '../app/paper.ts'
import { openScreen } from './screens.ts'
import { STATES } from './states.ts'

/** Longer than Ink waits between two frames. */
const DRAWN_MS = 40

const { stdin, stdout } = process
const size = { columns: stdout.columns, rows: stdout.rows }
stdin.setRawMode(true)
const turned = createInterface({ input: stdin, terminal: false })[Symbol.asyncIterator]()
for (const [name, story] of Object.entries(STATES)) {
  const screen = openScreen(size)
  const before = screen.printed().length
  story(screen)
  const paper = openPaper({ stdin, stdout, reflow: 'shifts', palette: process.env.NO_COLOR === '1' ? 'none' : 'ansi' })
  paper.draw(screen.state(), screen.printed().slice(name.startsWith('first-run') ? before : 0))
  await delay(DRAWN_MS)
  stdout.write(`\u001b]0;${name}\u0007`)
  await turned.next()
  paper.end()
}
stdout.write('\u001b]0;end\u0007')
process.exit(0)
