/**
 * `@rawr/tui/begin`: takes the keys and shows the first frame, before the rest of the client is loaded. A program that calls it
 * first thing is on the screen sooner; what is typed meanwhile waits in the terminal and is not lost.
 */
import { firstFrame } from '../render/first-frame.ts'
import { paintRow } from '../text/paint.ts'
import { openFirstPress } from './first-press.ts'
import { type BegunScreen, SIGNALS, type Terminal } from './ports.ts'
import { sizeOf } from './size.ts'

/** Handed to `runClient`, which goes on from it. */
export type { BegunScreen } from './ports.ts'

export const beginScreen = (terminal: Terminal): BegunScreen => {
  const { stdin, stdout, palette } = terminal
  stdin.setRawMode(true)
  const press = openFirstPress(terminal)
  // Nobody else is there yet to take the frame away; ended by the signal itself, as without us.
  const onSignal = (signal: NodeJS.Signals): void => {
    press.end()
    takenOver()
    process.kill(process.pid, signal)
  }
  const takenOver = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const frame = firstFrame(sizeOf(stdout))
  press.print({ cells: [], frame, text: frame.rows.map((each) => paintRow(each, palette)).join('\n') })
  return { ...press, takenOver }
}
