/** The table of subcommands: one line of help each, and the file it lies in, loaded only when it is called. */

import { runCommand, type Surroundings } from './command.ts'
import type { ExitCode } from './exit-codes.ts'

export type Entry = {
  readonly help: string
  readonly run: (args: readonly string[], at: Surroundings) => Promise<ExitCode>
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  config: {
    help: 'check the settings of this folder, and say what is probably not meant',
    run: async (args, at) => runCommand((await import('./config.ts')).config, args, at),
  },
  daemon: {
    help: 'say whether a daemon runs, or stop it',
    run: async (args, at) => runCommand((await import('./daemon.ts')).daemon, args, at),
  },
  demo: {
    help: 'play a recorded session through the real program: no key, no network',
    run: async (args, at) => runCommand((await import('./demo.ts')).demo, args, at),
  },
  exec: {
    help: 'work on one message without a screen',
    run: async (args, at) => runCommand((await import('./exec.ts')).exec, args, at),
  },
  history: {
    help: 'what earlier compactions left beside the project, and the way back to it',
    run: async (args, at) => runCommand((await import('./history.ts')).history, args, at),
  },
  open: {
    help: 'open the client on this terminal: what rawr alone does',
    run: async (args, at) => runCommand((await import('./open.ts')).open, args, at),
  },
  doctor: {
    help: 'check configuration, provider, sandbox, disk and logs',
    run: async (args, at) => runCommand((await import('./doctor.ts')).doctor, args, at),
  },
  fork: {
    help: 'open a new thread with the past of another one',
    run: async (args, at) => runCommand((await import('./fork.ts')).fork, args, at),
  },
  export: {
    help: 'write a whole thread as Markdown or JSON, secrets masked',
    run: async (args, at) => runCommand((await import('./export.ts')).exportThread, args, at),
  },
  repair: {
    help: 'make the damaged log of a thread loadable again',
    run: async (args, at) => runCommand((await import('./repair.ts')).repair, args, at),
  },
  resume: {
    help: 'go on with a thread',
    run: async (args, at) => runCommand((await import('./resume.ts')).resume, args, at),
  },
  serve: {
    help: 'run the daemon in the foreground',
    run: async (args, at) => runCommand((await import('./serve.ts')).serve, args, at),
  },
  sessions: {
    help: 'list the threads there are',
    run: async (args, at) => runCommand((await import('./sessions.ts')).sessions, args, at),
  },
  why: {
    help: 'explain each decision about compaction in a thread, and prove it by a replay',
    run: async (args, at) => runCommand((await import('./why.ts')).why, args, at),
  },
  compact: {
    help: 'compact a recorded session of Codex, Claude Code, pi, OpenCode or Rawr, and show what would be left',
    run: async (args, at) => runCommand((await import('./compact.ts')).compact, args, at),
  },
  inspect: {
    help: 'what fills the context of a recorded session',
    run: async (args, at) => runCommand((await import('./inspect.ts')).inspect, args, at),
  },
}
