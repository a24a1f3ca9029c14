/** The terminal this program stands on, and what its name tells of it. Loads nothing: the first frame waits for it. */
import type { Terminal } from '@rawr/tui'
import type { Surroundings } from '../command.ts'

/** A person reads it and types. */
export const isOnTerminal = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true

export const terminalOf = (env: Surroundings['env']): Terminal => ({
  stdin: process.stdin,
  stdout: process.stdout,
  palette: hasNoColour(env) ? 'none' : 'ansi',
  reflow: reflowOf(env),
  isDumb: env.TERM === 'dumb',
})

const hasNoColour = ({ NO_COLOR, TERM }: Surroundings['env']): boolean =>
  (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb'

/** Only their names tell: no terminal can be asked what it does. tmux breaks rows itself, whatever stands around it. */
const reflowOf = ({ TERM = '', TERM_PROGRAM, XTERM_VERSION, TMUX }: Surroundings['env']): Terminal['reflow'] => {
  if (TMUX !== undefined) return 'tracks'
  if (TERM === 'linux' || TERM.startsWith('screen') || XTERM_VERSION !== undefined) return 'none'
  return TERM_PROGRAM === 'vscode' || TERM_PROGRAM === 'Hyper' || TERM_PROGRAM === 'Tabby' ? 'shifts' : 'tracks'
}
