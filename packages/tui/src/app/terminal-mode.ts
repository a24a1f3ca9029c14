/** Raw keys, pastes in brackets, and the way back: however the program ends, the shell finds its terminal as it was. */
import type { Terminal } from './ports.ts'

const PASTE_ON = '\u001b[?2004h'
const PASTE_OFF = '\u001b[?2004l'
/** Kitty's keyboard protocol, first level: tells Shift-Enter from Enter where the terminal can. */
const KEYS_ON = '\u001b[>1u'
const KEYS_OFF = '\u001b[<u'
const CURSOR_ON = '\u001b[?25h'

/** Begins; the returned function ends it, once. */
export const enterTerminalMode = ({ stdin, stdout }: Terminal): (() => void) => {
  stdin.setRawMode(true)
  stdin.resume()
  stdout.write(PASTE_ON + KEYS_ON)
  let isOn = true
  return () => {
    if (!isOn) return
    isOn = false
    stdout.write(KEYS_OFF + PASTE_OFF + CURSOR_ON)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
