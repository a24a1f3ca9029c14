/** A client of which nothing but the first frame ever comes: run as a program of its own on a terminal. */
import { beginScreen } from '@rawr/tui/begin'
import { terminalOf } from '../client/terminal.ts'

const HELD_MS = 60_000

beginScreen(terminalOf(process.env))
setTimeout(() => {}, HELD_MS)
