/** `rawr open`, and `rawr` alone in a terminal: the client with its screen. Composition only; what it shows is `@rawr/tui`'s. */
import { runClient } from '@rawr/tui'
import type { BegunScreen } from '@rawr/tui/begin'
import { AGENT_FLAGS, type AgentFlags, settingsOfFlags } from './agent/flags.ts'
import { openLinkEarly } from './agent/link.ts'
import { exitOfEnding, surroundingsOf } from './client/surroundings.ts'
import { isOnTerminal } from './client/terminal.ts'
import { defineCommand, pathFrom, refuse, runCommand, type Surroundings } from './command.ts'
import type { ExitCode } from './exit-codes.ts'
import { readThreadId } from './thread-argument.ts'

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
  /** What already stands on the screen. */
  readonly begun?: BegunScreen
}

export const openScreen = async ({ flags, resume, at, begun }: ScreenOrder): Promise<ExitCode> => {
  const settings = settingsOfFlags(flags)
  if (!settings.ok) return refuse(at, settings.error)
  const thread = resume === undefined ? undefined : readThreadId(resume)
  if (thread?.ok === false) return refuse(at, thread.error)
  if (!isOnTerminal()) return refuse(at, 'this needs a terminal; without one: rawr exec "what to do"')
  const { client, unreachable } = openLinkEarly({
    at,
    name: 'rawr',
    ephemeral: false,
    failuresMax: SOCKET_FAILURES_MAX,
  })
  const cwd = pathFrom(at, flags.cwd ?? '.')
  try {
    const ending = await runClient({
      client,
      unreachable,
      cwd,
      settings: settings.value,
      resume: thread?.value,
      begun,
      ...surroundingsOf(at, cwd),
    })
    return ending.kind === 'play_demo'
      ? await runCommand((await import('./demo.ts')).demo, [], at)
      : exitOfEnding(ending, at)
  } finally {
    client.close()
  }
}
