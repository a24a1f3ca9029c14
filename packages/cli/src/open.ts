/** `rawr open`, and `rawr` alone in a terminal: the client with its screen. Composition only; what it shows is `@rawr/tui`'s. */
import { openThreadStore } from '@rawr/core'
import { ThreadId } from '@rawr/protocol'
import { type ClientOptions, type Ending, runClient } from '@rawr/tui'
import { AGENT_FLAGS, type AgentFlags, settingsOfFlags } from './agent/flags.ts'
import { openLink } from './agent/link.ts'
import { fileFinder } from './client/find-files.ts'
import { openKeepsakes } from './client/keepsakes.ts'
import { defineCommand, pathFrom, refuse, runCommand, type Surroundings } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { homeOf } from './home.ts'

const ABOUT = `Opens the client: a conversation on this terminal, with the watcher that compacts it at natural boundaries. The same as
rawr without a command. /help inside lists commands and keys; the thread stays when you leave.`

export const open = defineCommand({
  usage: 'open [flags]',
  about: ABOUT,
  flags: {
    ...AGENT_FLAGS,
    resume: { type: 'string', value: 'THREAD', help: 'go on with this thread' },
  },
  operands: [0, 0],
  run: ({ flags, at }) => openScreen({ flags, resume: flags.resume, at }),
})

/** A person watches: it goes on trying for about an hour, and says so. */
const SOCKET_FAILURES_MAX = 360

export type ScreenOrder = {
  readonly flags: AgentFlags
  readonly resume: string | undefined
  readonly at: Surroundings
}

export const openScreen = async ({ flags, resume, at }: ScreenOrder): Promise<ExitCode> => {
  const settings = settingsOfFlags(flags)
  if (!settings.ok) return refuse(at, settings.error)
  const thread = resume === undefined ? undefined : ThreadId.safeParse(resume)
  if (thread?.success === false) return refuse(at, `not a thread id: "${resume}"`)
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return refuse(at, 'this needs a terminal; without one: rawr exec "what to do"')
  const link = await openLink({ at, name: 'rawr', ephemeral: false, failuresMax: SOCKET_FAILURES_MAX })
  if (!link.ok) return refuse(at, link.error, EXIT.failed)
  const cwd = pathFrom(at, flags.cwd ?? '.')
  try {
    const ending = await runClient({
      client: link.value.client,
      cwd,
      settings: settings.value,
      resume: thread?.data,
      ...surroundingsOf(at, cwd),
    })
    return exitOf(ending, at)
  } finally {
    link.value.close()
  }
}

/** What every client of this machine gets: keepsakes, files, threads, terminal and environment. */
export const surroundingsOf = (
  at: Surroundings,
  cwd: string,
): Pick<ClientOptions, 'env' | 'findFiles' | 'keepsakes' | 'listThreads' | 'terminal'> => {
  const home = homeOf(at)
  return {
    env: definedOnly(at.env),
    keepsakes: openKeepsakes({ home, cwd }),
    findFiles: fileFinder(cwd),
    listThreads: async () => {
      const threads = await openThreadStore({ home, clock: { now: Date.now } }).list()
      return threads.map(({ threadId, updatedAt, firstUserText }) => ({
        id: threadId,
        when: updatedAt.slice(0, 16).replace('T', ' '),
        text: firstUserText === '' ? '(nothing said yet)' : firstUserText,
      }))
    },
    terminal: {
      stdin: process.stdin,
      stdout: process.stdout,
      palette: hasNoColour(at.env) ? 'none' : 'ansi',
    },
  }
}

const hasNoColour = ({ NO_COLOR, TERM }: Surroundings['env']): boolean =>
  (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb'

const definedOnly = (env: Surroundings['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const SIGNAL_EXIT = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.failed, SIGHUP: EXIT.failed } as const

const exitOf = async (ending: Ending, at: Surroundings): Promise<ExitCode> => {
  switch (ending.kind) {
    case 'quit':
      return EXIT.done
    case 'signal':
      return SIGNAL_EXIT[ending.signal]
    case 'failed':
      return refuse(at, `unexpected: ${ending.message}`, EXIT.failed)
    case 'play_demo':
      return runCommand((await import('./demo.ts')).demo, [], at)
  }
}
