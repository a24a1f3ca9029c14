/** Raw keys, pastes in brackets, and the way back: however the program ends, the shell finds its terminal as it was. */
import type { Terminal } from './ports.ts'

const PASTE_ON = '\u001b[?2004h'
const PASTE_OFF = '\u001b[?2004l'
/** Kitty's keyboard protocol, first level: tells Shift-Enter from Enter where the terminal can. */
const KEYS_ON = '\u001b[>1u'
const KEYS_OFF = '\u001b[<u'
const CURSOR_ON = '\u001b[?25h'

export type TerminalMode = {
  /** For good. */
  leave(): void
  /** Stops the program and all that stands in front with it, as Ctrl-Z does elsewhere; calls back when it goes on. */
  suspend(onBack: () => void): void
}

/** A group of processes that no shell looks after is not stopped by the signal: then it just goes on. */
const NOT_STOPPED_MS = 300

export const enterTerminalMode = ({ stdin, stdout }: Terminal): TerminalMode => {
  let isOn = false
  let isOver = false
  const on = (): void => {
    if (isOn || isOver) return
    isOn = true
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(PASTE_ON + KEYS_ON)
  }
  const off = (): void => {
    if (!isOn) return
    isOn = false
    stdout.write(KEYS_OFF + PASTE_OFF + CURSOR_ON)
    stdin.setRawMode(false)
    stdin.pause()
  }
  on()
  return {
    leave: () => {
      isOver = true
      off()
    },
    suspend: (onBack) => {
      off()
      const back = (): void => {
        clearTimeout(timer)
        process.off('SIGCONT', back)
        on()
        onBack()
      }
      process.once('SIGCONT', back)
      const timer = setTimeout(back, NOT_STOPPED_MS)
      process.kill(0, 'SIGTSTP')
    },
  }
}
