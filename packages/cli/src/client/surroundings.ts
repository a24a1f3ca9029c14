/** What every client of this machine gets, and how its end becomes an exit code. */
import { assertNever } from '@rawr/protocol'
import type { ClientOptions, Ending } from '@rawr/tui'
import { refuse, type Surroundings } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { homeOf } from '../home.ts'
import { fileFinder } from './find-files.ts'
import { openKeepsakes } from './keepsakes.ts'
import { terminalOf } from './terminal.ts'

export const surroundingsOf = (
  at: Surroundings,
  cwd: string,
): Pick<ClientOptions, 'env' | 'findFiles' | 'keepsakes' | 'terminal'> => {
  const home = homeOf(at)
  return {
    env: definedOnly(at.env),
    keepsakes: openKeepsakes({ home, cwd }),
    findFiles: fileFinder(cwd),
    terminal: terminalOf(at.env),
  }
}

const definedOnly = (env: Surroundings['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const SIGNAL_EXIT = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.failed, SIGHUP: EXIT.failed } as const

export const exitOfEnding = (ending: Exclude<Ending, { kind: 'play_demo' }>, at: Surroundings): ExitCode => {
  switch (ending.kind) {
    case 'quit':
      return EXIT.done
    case 'signal':
      return SIGNAL_EXIT[ending.signal]
    case 'unreachable':
      return refuse(at, ending.message, EXIT.failed)
    case 'failed':
      return refuse(at, `unexpected: ${ending.message}`, EXIT.failed)
    default:
      return assertNever(ending)
  }
}
