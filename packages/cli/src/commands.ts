/** The table of subcommands: one line of help each, and the file it lies in, loaded only when it is called. */

import { runCommand, type Surroundings } from './command.ts'
import type { ExitCode } from './exit-codes.ts'

export type Entry = {
  readonly help: string
  readonly run: (args: readonly string[], at: Surroundings) => Promise<ExitCode>
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  compact: {
    help: 'compact a recorded session of Codex, Claude Code or Rawr, and show what would be left',
    run: async (args, at) => runCommand((await import('./compact.ts')).compact, args, at),
  },
}
